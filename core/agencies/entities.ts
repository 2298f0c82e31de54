import type { Entity } from '../kernel/entity.ts';
import { Agency } from './agency.ts';
import { Specialty } from './specialty.ts';

export const agencyEntities: readonly Entity[] = [Agency, Specialty];
