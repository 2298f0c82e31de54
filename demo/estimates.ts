// Estimates in every state, the catalogue from which they are written, and the usual discounts.
import type { CatalogArticle } from '#core/billing/catalog.ts';
import type { Discount } from '#core/billing/discount.ts';
import type { Estimate } from '#core/billing/estimate.ts';
import { billedTotals, storedTotals } from '#core/billing/parts.ts';
import type { Draft } from '#core/kernel/entity.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { DemoInvoices } from './invoices.ts';
import type { Written } from './orders.ts';
import type { DemoCustomer } from './world.ts';

export interface DemoEstimates {
  estimates: Written<Draft<typeof Estimate>>[];
  articles: Written<Draft<typeof CatalogArticle>>[];
  discounts: Written<Draft<typeof Discount>>[];
}

export const noEstimates: DemoEstimates = { estimates: [], articles: [], discounts: [] };

type Item = NonNullable<Draft<typeof Estimate>['items']>[number];

const articles = [
  ['Agent de sécurité, jour', 'Surveillance humaine, de 6 h à 21 h, du lundi au samedi.', 'HOUR', 23.4],
  ['Agent de sécurité, nuit', 'Surveillance humaine, de 21 h à 6 h, majoration comprise.', 'HOUR', 25.74],
  [
    'Agent de sécurité incendie (SSIAP 1)',
    'Prévention et première intervention, établissements recevant du public.',
    'HOUR',
    27.9,
  ],
  ['Chef de poste', 'Encadrement de l’équipe et main courante.', 'HOUR', 29.5],
  ['Agent cynophile', 'Maître-chien avec son animal, muselière et véhicule.', 'HOUR', 31.2],
  ['Ronde de surveillance', 'Passage avec contrôle des points et compte rendu.', 'PASS', 32.5],
  ['Intervention sur alarme', 'Levée de doute sous trente minutes, la première demi-heure comprise.', 'UNIT', 55],
  ['Télésurveillance', 'Réception des alarmes à toute heure et appel des consignes.', 'MONTH', 189],
  ['Déplacement', 'Au-delà de trente kilomètres.', 'KM', 0.62],
] as const;

const discounts = [
  ['Client depuis trois ans', 'PERCENT', 3],
  ['Contrat de douze mois', 'PERCENT', 5],
  ['Geste commercial', 'AMOUNT', 150],
] as const;

/** Days ago; a sent one without an answer after a week is to be reminded. */
const written = [
  { title: 'Gardiennage d’un salon professionnel', ago: 2, state: 'draft', lines: [0, 1, 3], off: 1 },
  { title: 'Rondes de nuit, trois sites', ago: 4, state: 'sent', lines: [5], off: null },
  { title: 'Sécurité incendie, soirée de fin d’année', ago: 16, state: 'sent', lines: [2, 3], off: null },
  { title: 'Accueil et filtrage, siège', ago: 24, state: 'sent', lines: [0], off: 2 },
  { title: 'Télésurveillance et interventions', ago: 38, state: 'validated', lines: [7, 6], off: 0 },
  { title: 'Renfort cynophile, chantier', ago: 45, state: 'refused', lines: [4, 8], off: null },
  { title: 'Inauguration reportée', ago: 60, state: 'cancelled', lines: [2], off: null },
] as const;
const statuses = { draft: 100, sent: 300, validated: 200, refused: 500, cancelled: 500, billed: 200 } as const;
type State = keyof typeof statuses;

export function estimatesOf(of: {
  draw: Draw;
  customers: readonly DemoCustomer[];
  invoices: DemoInvoices;
}): DemoEstimates {
  const { draw, customers, invoices } = of;
  const made: DemoEstimates = { estimates: [], articles: [], discounts: [] };
  const day = (ago: number): string => dayOfNumber(draw.lastDay - ago);
  const at = (date: string): string => `${date}T08:00:00.000Z`;
  const idOf = (kind: string, rank: number): string => idAt(rank, draw.chance(kind, rank));
  for (const [rank, [title, description, unit, price]] of articles.entries())
    made.articles.push({
      ...{ id: idOf('article', rank), createdAt: at(day(500)), columns: {} },
      draft: { title, description, unit, price, vat: 20 },
    });
  for (const [rank, [label, kind, value]] of discounts.entries())
    made.discounts.push({
      ...{ id: idOf('discount', rank), createdAt: at(day(500)), columns: {} },
      draft: { label, kind, value },
    });
  const counts = new Map<string, number>();
  const numberOf = (date: string): string => {
    const key = `D${date.slice(0, 4)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key}-${String(counts.get(key)).padStart(4, '0')}`;
  };
  const add = (
    date: string,
    state: State,
    draft: Omit<Draft<typeof Estimate>, 'date'>,
    invoice: string | null,
  ): void => {
    const rank = made.estimates.length;
    const { price, totalVat, total } = storedTotals(billedTotals(draft as never, 'EUR'));
    const isSent = state !== 'draft' && state !== 'cancelled';
    made.estimates.push({
      ...{ id: idOf('estimate', rank), createdAt: at(date) },
      draft: { ...draft, date, validUntil: dayOfNumber(dayNumber(date) + 60) },
      columns: {
        ...{ price, total_vat: totalVat, total, status: statuses[state], sent: isSent, invoice_id: invoice },
        sent_at: isSent ? at(date) : null,
        number: isSent ? numberOf(date) : 'Brouillon',
        ...{ validated: state === 'validated' || state === 'billed', refused: state === 'refused' },
      },
    });
  };
  const open = customers.filter(({ status }) => status === 100);
  // Billed as it was accepted; the services of the last months write their own lines (server/demo/billed.ts).
  const factures = invoices.papers.filter(({ draft }) => draft.type !== 'avoir');
  const paper = factures[Math.floor(factures.length / 2)];
  if (paper)
    add(
      dayOfNumber(dayNumber(paper.draft.date as string) - 50),
      'billed',
      {
        ...{ customer: paper.draft.customer ?? null, title: paper.draft.title ?? null, discounts: [] },
        items: (paper.draft.items ?? []).map((item, place) => ({ ...item, id: idOf('billedItem', place) })),
      },
      paper.id,
    );
  for (const [rank, { title, ago, state, lines, off }] of [...written].toReversed().entries()) {
    const customer = open[(rank * 3 + 1) % Math.max(1, open.length)];
    if (!customer) break;
    const chance = draw.chance('estimateLines', rank);
    const items = lines.map((line, place): Item => {
      const [article, description, unit, price] = articles[line] as (typeof articles)[number];
      const quantity = unit === 'MONTH' ? 12 : chance.integer(8, 60);
      return {
        ...{ id: idOf('estimateItem', rank * 10 + place), title: article, description, unit, price, quantity },
        vat: 20,
      };
    });
    const [label, kind, value] = off === null ? [] : (discounts[off] as (typeof discounts)[number]);
    const taken =
      label === undefined ? [] : [{ id: idOf('estimateDiscount', rank), label, kind, value: value as number }];
    add(day(ago), state, { customer: { id: customer.id }, title, items, discounts: taken }, null);
  }
  return made;
}
