// An estimate, an invoice, a credit note or a purchase order as it is printed and as the electronic invoice says it.
import type { InvoiceType } from './invoice.ts';
import type { ItemUnit, itemTypes, VatExemption } from './parts.ts';
import type { DiscountKind } from './totals.ts';

export interface Place {
  name: string;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  /** Two letters. */
  country: string | null;
}

interface Party extends Place {
  siret: string | null;
  vatNumber: string | null;
}

export interface PrintedSeller extends Party {
  legalStatus: string | null;
  capital: number | null;
  rcs: string | null;
  approvalNumber: string | null;
  email: string | null;
  phone: string | null;
  isFrench: boolean;
  vatLabel: string;
  vatOnDebits: boolean;
  bankDetails: string | null;
  latePayment: string | null;
  header: string | null;
  footer: string | null;
}

export interface PrintedBuyer extends Party {
  type: number;
  number: string | null;
}

/** Copied into the document at its issue. */
export interface Printed {
  seller: PrintedSeller;
  buyer: PrintedBuyer;
  /** Where the work is done; of a purchase order, the customer concerned. */
  place: Place | null;
}

export interface PaperItem {
  title: string;
  description: string | null;
  commercialDocItemType: keyof typeof itemTypes;
  unit: ItemUnit;
  quantity: number;
  price: number;
  discountRate: number | null;
  vat: number;
}

export type PaperKind = InvoiceType | 'devis' | 'agentPurchaseOrder';

export interface PaperOf<Kind extends PaperKind> {
  id: string;
  number: string;
  /** Null: a draft, an estimate or a purchase order. */
  issuedAt: string | null;
  kind: Kind;
  title: string | null;
  date: string;
  dueDate: string | null;
  validUntil: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  orderNumber: string | null;
  buyerReference: string | null;
  paperVersion: 'mail' | 'letter';
  vatExemption: VatExemption | null;
  currency: string;
  header: string | null;
  footer: string | null;
  printed: Printed;
  creditOf: { number: string; date: string } | null;
  items: PaperItem[];
  discounts: { label: string; kind: DiscountKind; value: number }[];
}

export type Paper = PaperOf<PaperKind>;
export type InvoicePaper = PaperOf<InvoiceType>;

export const isInvoicePaper = (paper: Paper): paper is InvoicePaper =>
  paper.kind === 'facture' || paper.kind === 'avoir';
