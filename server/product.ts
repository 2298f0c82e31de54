// The combined modules: handlers, jobs, extensions of entities, public pages, personal data.
import { allEntities } from '#core/entities.ts';
import { assemble } from '#server/assemble.ts';
import type { Module } from '#server/kernel/module.ts';
import * as modules from '#server/modules.ts';

const product = assemble(allEntities, Object.values<Module>(modules));

export const { extensions, handlers: allHandlers, pages: allPages, people: allPeople } = product;
export const allJobs = product.jobs();
