import type { Entity } from '../kernel/entity.ts';
import { StockAction, StockExpiration } from './action.ts';
import { StockAssignment } from './assignment.ts';
import { StockReference } from './reference.ts';

export const stockEntities: readonly Entity[] = [StockReference, StockAssignment, StockAction, StockExpiration];
