// What the law wants on an invoice besides its lines (law.md 3: L441-9 of the code de commerce, 242 nonies A of the CGI).
import { privateCustomer } from '../customers/customer.ts';
import { frenchDay } from '../kernel/validators.ts';
import { type VatExemption, vatExemptions } from './parts.ts';

/** The rate of the European Central Bank plus ten points, by half-year (L441-10). Dated data: the last one that began. */
const penaltyRates: readonly [since: string, rate: string][] = [
  ['2026-01-01', '12,15 %'],
  ['2026-07-01', '12,40 %'],
];

export const penaltyRate = (on: string): string =>
  penaltyRates.findLast(([since]) => since <= on)?.[1] ?? (penaltyRates[0]?.[1] as string);

export interface Mentioned {
  type: 'facture' | 'avoir';
  date: string;
  dueDate: string | null;
  vatExemption: VatExemption | null;
  itemTypes: readonly ('SERVICE' | 'GOODS')[];
  /** 100 to 400. */
  customerType: number;
  /** The agency's own sentence, in the place of the usual one. */
  latePayment: string | null;
  creditOf: { number: string; date: string } | null;
}

const natures = { SERVICE: 'prestation de services', GOODS: 'livraison de biens' } as const;

export function invoiceMentions(of: Mentioned): string[] {
  const kinds = [...new Set(of.itemTypes)].toSorted().reverse();
  const nature = kinds.map((kind) => natures[kind]).join(' et ');
  const usual = `Pénalités de retard : ${penaltyRate(of.date)} (taux de la BCE majoré de 10 points), exigibles le jour suivant l’échéance.`;
  return [
    of.creditOf ? `Avoir sur la facture ${of.creditOf.number} du ${frenchDay(of.creditOf.date)}.` : '',
    of.dueDate ? `Échéance : ${frenchDay(of.dueDate)}. Escompte pour paiement anticipé : néant.` : '',
    of.type === 'facture' ? of.latePayment || usual : '',
    // Not due by consumers.
    of.type === 'facture' && of.customerType !== privateCustomer
      ? 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du code de commerce).'
      : '',
    of.vatExemption ? `${vatExemptions[of.vatExemption].mention}.` : '',
    nature ? `Nature de l’opération : ${nature}.` : '',
  ].filter((line) => line !== '');
}
