import type { Entity } from '../kernel/entity.ts';
import { StaffTransfer, TransferPerson } from './transfer.ts';

export const transferEntities: readonly Entity[] = [StaffTransfer, TransferPerson];
