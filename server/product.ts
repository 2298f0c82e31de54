// What the modules make together: every handler, every job, the extensions of the entities.
import { allEntities } from '#core/entities.ts';
import { assemble, type Module } from '#server/kernel/module.ts';
import * as modules from '#server/modules.ts';

const product = assemble(allEntities, Object.values<Module>(modules));

export const extensions = product.extensions;
export const allHandlers = product.handlers;
export const allJobs = product.jobs();
