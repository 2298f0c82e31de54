import type { Entity } from '../kernel/entity.ts';
import { StockAction } from './action.ts';
import { StockAssignment } from './assignment.ts';
import { StockReference } from './reference.ts';

export const stockEntities: readonly Entity[] = [StockReference, StockAssignment, StockAction];
