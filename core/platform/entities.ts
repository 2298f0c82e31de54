import type { Entity } from '../kernel/entity.ts';
import { AdminAgency } from './agency.ts';

export const platformEntities: readonly Entity[] = [AdminAgency];
