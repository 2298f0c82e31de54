import type { Entity } from '../kernel/entity.ts';
import { CatalogArticle } from './catalog.ts';
import { Discount } from './discount.ts';
import { Estimate } from './estimate.ts';
import { Invoice } from './invoice.ts';
import { PurchaseOrder } from './purchase-order.ts';
import { InvoiceRecurrence } from './recurrence.ts';

export const billingEntities: readonly Entity[] = [
  CatalogArticle,
  Discount,
  Estimate,
  Invoice,
  InvoiceRecurrence,
  PurchaseOrder,
];
