// What an agency ordered and is sent (Z-054..Z-058): the platform follows it, the agency reads it.
import { entity } from '../kernel/entity.ts';
import { choice, day, found, integer, moment, text } from '../kernel/field.ts';
import type { Violation } from '../kernel/problem.ts';

export const articleOrderStatuses = {
  100: 'En attente',
  200: 'Validée',
  300: 'Envoyée',
  400: 'Reçue',
  500: 'Annulée',
} as const;
export type ArticleOrderStatus = keyof typeof articleOrderStatuses;

/** Given up: a service that is billed by the period is billed no more. */
export const cancelledOrder = 500 satisfies ArticleOrderStatus;

/** Z-055: the date that each status sets; « En attente » has none. */
export const dateOfStatus: Readonly<Partial<Record<number, 'validatedAt' | 'sentAt' | 'receivedAt' | 'canceledAt'>>> = {
  200: 'validatedAt',
  300: 'sentAt',
  400: 'receivedAt',
  500: 'canceledAt',
};

export type Dated = Readonly<Partial<Record<'validatedAt' | 'sentAt' | 'receivedAt' | 'canceledAt', string | null>>>;

/** The dates that a status does not have: those of later steps; a cancelled order keeps its steps. */
export const datesWithout = (status: number): (keyof Dated)[] =>
  status === 500
    ? []
    : Object.entries(dateOfStatus).flatMap(([code, date]) => (date && Number(code) > status ? [date] : []));

const steps = ['validatedAt', 'sentAt', 'receivedAt'] as const;

/** Each step is on the day of the one before, or later. */
export const misdated = (row: Dated): Violation[] =>
  steps.flatMap((step, index) => {
    const day = row[step];
    const isBefore = day && steps.slice(0, index).some((former) => (row[former] ?? '') > day);
    return isBefore ? [{ path: step, message: 'Cette date précède l’étape d’avant.' }] : [];
  });

/** Z-056: those of a selection that a bulk action changes. */
export const toMark = <R extends { status: unknown }>(rows: readonly R[], target: number): R[] =>
  rows.filter(({ status }) => Number(status) !== target);

const section = 'Suivi';
const delivery = 'Livraison';

export const ArticleOrder = entity({
  name: 'agencyArticleOrder',
  plural: 'agencyArticleOrders',
  table: 'agency_article_orders',
  label: { one: 'Commande d’article', many: 'Commandes d’articles', feminine: true },
  description: 'Les articles commandés par les agences, de la validation à la réception.',
  title: 'article',
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  whenLocked: true,
  // C-057
  grants: {
    list: { platform: 'support', agency: ['listArticleOrders'] },
    read: { platform: 'support', agency: ['listArticleOrders'] },
    create: {},
    edit: { platform: 'support' },
  },
  paths: {
    list: '/fetch/agency-article-orders',
    read: '/agency-article-order/{id}',
    save: '/agency-article-order',
  },
  fields: {
    article: text('Article', { written: 'server', required: true, column: 'shown', search: true }),
    agencyName: text('Agence', { written: 'server', required: true, column: 'shown', search: true }),
    status: choice('Statut', articleOrderStatuses, {
      ...{ section, required: true, default: 100, column: 'shown', filter: true },
    }),
    agencyPaymentItem: found('Article commandé', {
      offer: found('Offre', {
        id: text('Identifiant', { written: 'server' }),
        name: text('Nom', { written: 'server', required: true }),
      }),
      quantity: integer('Quantité', { written: 'server', required: true }),
      agencyInvoice: found('Facture', {
        id: text('Identifiant', { written: 'server' }),
        reference: text('Numéro', { written: 'server' }),
        file: found('Fichier', { url: text('Adresse', { written: 'server' }) }),
        agency: found('Agence', { name: text('Nom', { written: 'server', required: true }) }),
      }),
    }),
    quantity: integer('Quantité', { written: 'server', required: true, column: 'shown' }),
    validatedAt: day('Validée le', { section, column: 'shown', width: 'half' }),
    sentAt: day('Envoyée le', { section, column: 'shown', width: 'half' }),
    receivedAt: day('Reçue le', { section, column: 'shown', width: 'half' }),
    canceledAt: day('Annulée le', { section, column: 'offered', width: 'half' }),
    deliveryAddress: text('Adresse de livraison', { section: delivery, max: 500, multiline: true, column: 'offered' }),
    deliveryInstructions: text('Instructions de livraison', { section: delivery, max: 1_000, multiline: true }),
    comment: text('Commentaire', { section, max: 1_000, multiline: true, column: 'offered' }),
    createdAt: moment('Commandée le', { written: 'server', required: true, column: 'shown' }),
  },
  check: misdated,
});
