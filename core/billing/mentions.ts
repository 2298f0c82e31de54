// What the law wants on an invoice besides its lines (law.md 3: L441-9 of the code de commerce, 242 nonies A of the CGI).
import { privateCustomer } from '../customers/customer.ts';
import { frenchDay } from '../kernel/validators.ts';
import type { InvoicePaper } from './paper.ts';
import { vatExemptions } from './parts.ts';

/**
 * The rate of the European Central Bank plus ten points, by half-year (L441-10). Dated data: a half-year that is not here yet
 * has its rule printed, with the last known rate and its day.
 */
const penaltyRates: readonly [since: string, rate: string][] = [
  ['2026-01-01', '12,15 %'],
  ['2026-07-01', '12,40 %'],
];

const halfOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(5, 7) <= '06' ? '01' : '07'}-01`;

export function penaltiesOn(day: string): string {
  const [since, rate] = penaltyRates.findLast(([begun]) => begun <= day) ?? (penaltyRates[0] as [string, string]);
  return since < halfOf(day)
    ? `taux de la BCE au ${frenchDay(halfOf(day))} majoré de 10 points (${rate} au ${frenchDay(since)})`
    : `${rate} (taux de la BCE majoré de 10 points)`;
}

/** Subjects of the notes of an electronic invoice (UNTDID 4451): forty euros, penalties, discount for early payment. */
export type MentionSubject = 'PMT' | 'PMD' | 'AAB';

export interface Mention {
  subject: MentionSubject | null;
  text: string;
}

const natures = { SERVICE: 'prestation de services', GOODS: 'livraison de biens' } as const;

/** Which kinds of operations an invoice has, services first. */
export const naturesOf = ({ items }: Pick<InvoicePaper, 'items'>): (keyof typeof natures)[] =>
  (['SERVICE', 'GOODS'] as const).filter((kind) =>
    items.some(({ commercialDocItemType }) => commercialDocItemType === kind),
  );

export function invoiceMentions(paper: InvoicePaper): Mention[] {
  const { kind, date, dueDate, vatExemption, creditOf, printed } = paper;
  const { latePayment, vatOnDebits } = printed.seller;
  const nature = naturesOf(paper)
    .map((one) => natures[one])
    .join(' et ');
  const usual = `Pénalités de retard : ${penaltiesOn(date)}, exigibles le jour suivant l’échéance.`;
  const isInvoice = kind === 'facture';
  const mentions: (Mention | null)[] = [
    creditOf && { subject: null, text: `Avoir sur la facture ${creditOf.number} du ${frenchDay(creditOf.date)}.` },
    isInvoice && dueDate ? { subject: 'AAB', text: 'Escompte pour paiement anticipé : néant.' } : null,
    isInvoice ? { subject: 'PMD', text: latePayment || usual } : null,
    // Not due by consumers.
    isInvoice && printed.buyer.type !== privateCustomer
      ? {
          subject: 'PMT',
          text: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du code de commerce).',
        }
      : null,
    vatExemption && { subject: null, text: `${vatExemptions[vatExemption].mention}.` },
    vatOnDebits ? { subject: null, text: 'Option pour le paiement de la taxe d’après les débits.' } : null,
    nature ? { subject: null, text: `Nature de l’opération : ${nature}.` } : null,
  ];
  return mentions.filter((mention) => mention !== null);
}
