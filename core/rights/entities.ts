import type { Entity } from '../kernel/entity.ts';
import { RightsSet } from './set.ts';

export const rightsEntities: readonly Entity[] = [RightsSet];
