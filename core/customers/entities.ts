import type { Entity } from '../kernel/entity.ts';
import { Customer } from './customer.ts';

export const customerEntities: readonly Entity[] = [Customer];
