// Commercial contracts of an agency: one by slot with an index, one with flat amounts smoothed over the year, one that ends soon.
import type { CommercialContract, PriceIndex } from '#core/commercial/contract.ts';
import type { Draft } from '#core/kernel/entity.ts';
import { dayOfNumber } from '#core/planning/days.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { DemoCustomer, DemoSite } from './world.ts';

interface Kept<D> {
  id: string;
  createdAt: string;
  draft: D;
}

export interface DemoCommercial {
  indexes: Kept<Draft<typeof PriceIndex>>[];
  contracts: Kept<Draft<typeof CommercialContract>>[];
}

export const noCommercial: DemoCommercial = { indexes: [], contracts: [] };

/** Days ago, or to come. */
const written: readonly {
  title: string;
  from: number;
  to: number;
  prices: NonNullable<Draft<typeof CommercialContract>['prices']>;
  flats: NonNullable<Draft<typeof CommercialContract>['flats']>;
  periodicity: 2 | 3 | 5;
  smoothing?: true;
  isIndexed?: true;
  namesSite?: true;
}[] = [
  {
    ...{ title: 'Surveillance humaine, tarif par tranche', from: 400, to: -330, periodicity: 2, isIndexed: true },
    prices: [
      { priceKey: 'day', amount: 23.4 },
      { priceKey: 'night', amount: 25.74 },
      { priceKey: 'sunday', factor: 1.2 },
      { priceKey: 'holiday', factor: 2 },
    ],
    flats: [{ label: 'Encadrement et relève', amount: 180 }],
  },
  {
    ...{
      title: 'Télésurveillance et interventions',
      from: 300,
      to: -100,
      periodicity: 5,
      smoothing: true,
      namesSite: true,
    },
    prices: [{ priceKey: 'intervention', amount: 52 }],
    flats: [
      { label: 'Télésurveillance, abonnement annuel', amount: 1_440 },
      { label: 'Vérification annuelle du matériel', amount: 320, months: [10] },
    ],
  },
  {
    ...{ title: 'Rondes et gardiennage de nuit', from: 700, to: -75, periodicity: 3 },
    prices: [
      { priceKey: 'day', amount: 22.1 },
      { priceKey: 'round', amount: 28 },
    ],
    flats: [{ label: 'Mise à disposition d’un véhicule', amount: 690 }],
  },
];

export function commercialOf({
  draw,
  customers,
  sites,
}: {
  draw: Draw;
  customers: readonly DemoCustomer[];
  sites: readonly DemoSite[];
}): DemoCommercial {
  const day = (ago: number): string => dayOfNumber(draw.lastDay - ago);
  const chance = draw.chance('priceIndex', 0);
  const index = idAt(0, chance);
  const holders = customers.filter(({ status }) => status === 100);
  return {
    indexes: [
      {
        ...{ id: index, createdAt: draw.moment(draw.lastDay - 400, chance) },
        draft: {
          ...{ label: 'Coût horaire du travail, services administratifs et de soutien', source: 'INSEE, ICHTrev-TS' },
          values: [
            { date: day(420), value: 128.4 },
            { date: day(240), value: 129.9 },
            { date: day(60), value: 131.7 },
          ],
        },
      },
    ],
    contracts: written.flatMap((one, place) => {
      const customer = holders[place];
      if (!customer) return [];
      const own = draw.chance('commercialContract', place);
      const site = sites.find(({ draft }) => draft.customer?.id === customer.id);
      return [
        {
          ...{ id: idAt(place, own), createdAt: draw.moment(draw.lastDay - one.from, own) },
          draft: {
            ...{ title: one.title, customer: { id: customer.id }, startDate: day(one.from), endDate: day(one.to) },
            ...{ renewalMonths: place % 2 === 0 ? 12 : 0, billingFollowUp: place === 0 },
            ...{ noticeMonths: 3, periodicity: one.periodicity, smoothing: one.smoothing ?? false },
            ...{ sites: one.namesSite && site ? [{ id: site.id }] : [], prices: one.prices, flats: one.flats },
            indexation: one.isIndexed
              ? {
                  ...{ priceIndex: { id: index }, fixedShare: 0.15, indexShare: 0.85, baseValue: 128.4 },
                  revisionDate: day(35),
                }
              : {},
          },
        },
      ];
    }),
  };
}
