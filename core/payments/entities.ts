import type { Entity } from '../kernel/entity.ts';
import { AgencyInvoice } from './invoice.ts';

export const paymentEntities: readonly Entity[] = [AgencyInvoice];
