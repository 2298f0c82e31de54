// What the platform sells to agencies (3 §3): its subscription, licences, packs and articles.
import { entity } from '../kernel/entity.ts';
import { choice, group, integer, moment, money, status, text } from '../kernel/field.ts';
import { machine, type Question } from '../kernel/machine.ts';
import { divide, round, times, toNumber } from '../kernel/money.ts';

/** Z-042. The first four belong to the product itself. */
export const offerTypes = {
  1: 'Abonnement de gestion',
  2: 'Licences utilisateurs',
  3: 'Suivi mensuel du site professionnel',
  4: 'Article non modifiable',
  100: 'Pack',
  200: 'Pack de fiches collaborateurs',
  210: 'Pack de signatures électroniques',
  220: 'Pack de fiches de paie',
  300: 'Article',
} as const;

export type OfferType = keyof typeof offerTypes;

/** Decision 57 */
export const familyOf = (type: number): 'subs' | 'pack' | 'article' =>
  type <= lastBaseType ? 'subs' : type < 300 ? 'pack' : 'article';

/** Billed each period with the plan. */
export const recurringTypes: readonly number[] = [1, 2, 3];
export const planType = 1;
export const licenceType = 2;
/** What is sent to the agency, and followed by it. */
export const deliveredTypes: readonly number[] = [4, 100, 300];
/** Work for the platform, billed each period while the agency keeps it (decision 112). */
export const servedTypes: readonly number[] = recurringTypes.filter(
  (type) => type !== planType && type !== licenceType,
);
/** Z-043 */
export const hiddenType = 220;

/** The rate of what the platform sells (CGI, art. 278), in percent. */
export const platformVat = 20;

/** Z-045: eleven months for twelve. */
export const yearlyPriceOf = (price: number): number => toNumber(round(times(price, 11), 2));

/** Z-062 */
export const signaturePrice = 0.99;
export const monthlyPrice = 9.99;
/** The price of a day: a twentieth of the month, rounded up to the cent. */
export const dailyPriceOf = (monthly: number): number => {
  const cents = toNumber(divide(times(monthly, 100), 20, 3));
  return toNumber(divide(Math.ceil(cents), 100, 2));
};
/** Z-063; null: unlimited. */
export const subscriptionDays = [null, 1, 2, 3, 4, 5, 10] as const;

/** Z-048 */
const lastBaseType = 4;
const ofTheProduct = ({ type }: Record<string, unknown>): string | null =>
  Number(type) > lastBaseType ? null : 'Cette offre fait partie du produit.';

/** Z-049 */
const question = (title: string, act: string): Question => ({
  title,
  message: 'Les agences voient le changement tout de suite.',
  act,
});

/** Z-046, Z-047 */
export const offerStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Activée', tone: 'positive' },
    200: { label: 'Désactivée', tone: 'warning' },
    300: { label: 'Supprimée', tone: 'neutral', archived: true },
  },
  moves: {
    activate: {
      ...{ label: 'Activer', from: [200], to: 100, right: 'superAdmin', done: 'Offre activée' },
      ...{ doneMany: 'Offres activées', confirm: question('Activer cette offre ?', 'Activer'), refuse: ofTheProduct },
    },
    deactivate: {
      ...{ label: 'Désactiver', from: [100], to: 200, right: 'superAdmin', done: 'Offre désactivée' },
      ...{ doneMany: 'Offres désactivées', confirm: question('Désactiver cette offre ?', 'Désactiver') },
      refuse: ofTheProduct,
    },
    delete: {
      ...{ label: 'Suppression', from: [100, 200], to: 300, right: 'superAdmin', done: 'Offre supprimée' },
      ...{ confirm: question('Supprimer cette offre ?', 'Supprimer'), refuse: ofTheProduct },
    },
  },
});

const section = 'Offre';
const gives = 'Ce que donne chaque pièce';
const given = (label: string, most = 100_000) =>
  integer(label, { section: gives, required: true, default: 0, min: 0, max: most, width: 'half', column: 'offered' });

export const AgencyOffer = entity({
  name: 'agencyOffer',
  plural: 'agencyOffers',
  table: 'subscription_offers',
  label: { one: 'Offre', many: 'Offres', feminine: true },
  description: 'Ce que la plateforme vend aux agences : abonnement, licences, packs et articles.',
  title: 'name',
  offered: { usual: { status: [100] }, plans: { status: [100], type: [planType] } },
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  whenLocked: true,
  // C-056: only the super-admin writes; the other staff read.
  grants: {
    // Z-052: an agency lists what is on sale.
    list: { platform: 'support', agency: ['readSubscription'] },
    read: { platform: 'support' },
    create: { platform: 'superAdmin' },
    edit: { platform: 'superAdmin' },
  },
  paths: {
    list: '/fetch/agency-offers',
    read: '/agency-offer/{id}',
    save: '/agency-offer',
    act: '/agency-offer/{id}/{type}',
  },
  fields: {
    name: text('Nom', { section, required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', offerStatus, { column: 'shown', filter: true }),
    type: choice('Type', offerTypes, { section, required: true, column: 'shown', filter: true, width: 'half' }),
    price: money('Prix HT', { section, required: true, min: 0, column: 'shown', width: 'half' }),
    options: group('Options', {
      /** Z-045 */
      yearlyPrice: money('Prix HT par an', { section, min: 0, column: 'offered', width: 'half' }),
    }),
    description: text('Description', { section, max: 1_000, multiline: true }),
    gives: group('Ce que donne chaque pièce', {
      licences: given('Licences', 10_000),
      sheets: given('Fiches collaborateurs'),
      signatures: given('Signatures électroniques'),
      payslips: given('Fiches de paie'),
    }),
    /** For the platform alone. */
    numberOfSales: integer('Ventes', { written: 'server', column: 'shown' }),
    turnover: money('Chiffre d’affaires HT', { written: 'server', column: 'shown' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'shown' }),
  },
});

/** 3 §7 names the platform's list without `fetch`. */
export const offersPath = (url: string): string =>
  url.replace(/^((?:\/api)?\/admin)\/agency-offers(?=$|\?)/, '$1/fetch/agency-offers');
