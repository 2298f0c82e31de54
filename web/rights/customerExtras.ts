import { lazy } from 'react';
import { Customer } from '#core/customers/customer.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { beforeLeaving } from '../leaving/asked.ts';

export const customerExtras: DialogExtras = {
  summary: lazy(() => import('./CustomerSummary.tsx')),
  beforeMove: beforeLeaving(Customer, 'customer'),
};
