// Columns of a table of hours: value, total and export.
import { inHours, inSignedHours } from '#core/kernel/duration.ts';
import type { HoursOrder, HoursRow, SiteHoursOrder, SiteHoursRow } from '#core/planning/hours-calls.ts';
import { type SlotTotals, slotTotals } from '#core/planning/slots.ts';

export interface HoursColumn<R, O extends string> {
  key: string;
  label: string;
  /** Full text if the header is short. */
  title?: string;
  /** Minutes, or a count; null: unknown here. */
  value(row: R): number | null;
  /** A count, not minutes. */
  count?: true;
  signed?: true;
  order?: O;
}

export const shownValue = (value: number | null, { count, signed }: { count?: true; signed?: true }): string => {
  if (value === null) return '—';
  if (count) return String(value);
  return (signed ? inSignedHours : inHours)(value);
};

const slotColumns = <R extends Pick<HoursRow, 'slots'>>(): HoursColumn<R, never>[] =>
  (
    [
      ['day', 'Jour'],
      ['night', 'Nuit'],
      ['saturday', 'Samedi'],
      ['sunday', 'Dimanche'],
      ['holiday', 'Férié'],
    ] as const satisfies readonly (readonly [keyof SlotTotals, string])[]
  ).map(([key, label]) => ({
    key,
    label,
    ...(key === 'day' ? { title: 'Toutes les heures qui ne sont pas de nuit' } : {}),
    value: (row: R) => slotTotals(row.slots)[key],
  }));

const effectiveTitle =
  'Planifiées, moins les retards, départs anticipés et absences ; les heures réelles où vous les avez acceptées';

type Counted = Omit<HoursRow, 'id' | 'name'>;

/** For the person himself: what he has worked until now, and what is to come. */
export const ownColumns = (rates: readonly number[]): HoursColumn<Counted, HoursOrder>[] =>
  agentColumns(rates).flatMap((column) =>
    column.key === 'effective'
      ? [
          { key: 'done', label: 'Effectives', title: 'Faites jusqu’à maintenant', value: ({ done }) => done },
          {
            key: 'ahead',
            label: 'Prévues',
            title: 'Encore à faire dans cette période',
            value: ({ effective, done }) => effective - done,
          },
        ]
      : [column],
  );

/** One overtime column per rate in use. */
export const agentColumns = (rates: readonly number[]): HoursColumn<Counted, HoursOrder>[] => [
  { key: 'planned', label: 'Planifiées', value: ({ planned }) => planned, order: 'planned' },
  {
    key: 'effective',
    label: 'Effectives',
    title: effectiveTitle,
    value: ({ effective }) => effective,
    order: 'effective',
  },
  {
    key: 'paid',
    label: 'Payées',
    title: 'Effectives, et ce que l’art. 7.12 ajoute : six heures au moins par jour, l’amplitude d’un jour coupé',
    value: ({ paid }) => paid,
    order: 'paid',
  },
  {
    key: 'unsettled',
    label: 'À valider',
    title: 'Services dont les heures réelles attendent la décision de l’agence : les heures planifiées comptent',
    value: ({ unsettled }) => unsettled,
    count: true,
  },
  { key: 'contract', label: 'Contrat', value: ({ contract }) => contract, order: 'contract' },
  {
    key: 'difference',
    label: 'Écart effectif',
    title: 'Heures effectives moins le contrat, sans ce que l’art. 7.12 ajoute aux heures payées',
    value: ({ difference }) => difference,
    signed: true,
    order: 'difference',
  },
  ...slotColumns<Counted>(),
  ...rates.map(
    (rate): HoursColumn<Counted, HoursOrder> => ({
      key: `overtime-${rate}`,
      label: `Sup. ${String(rate).replace('.', ',')} %`,
      title: `Heures supplémentaires à ${String(rate).replace('.', ',')} %, des semaines, mois ou cycles qui finissent dans la période`,
      value: ({ overtime }) => overtime.find(({ percent }) => percent === rate)?.minutes ?? 0,
      order: 'overtime',
    }),
  ),
  {
    key: 'nightRest',
    label: 'Repos de nuit',
    title: 'Repos compensateur : 1 % des heures de nuit',
    value: ({ nightRest }) => nightRest,
  },
  { key: 'meals', label: 'Paniers', value: ({ meals }) => meals, count: true, order: 'meals' },
];

export const ratesOf = ({ overtime }: Pick<HoursRow, 'overtime'>): number[] => overtime.map(({ percent }) => percent);

type SiteCounted = Omit<SiteHoursRow, 'id' | 'name' | 'customer'>;

const ofWork: HoursColumn<SiteCounted, SiteHoursOrder>[] = [
  { key: 'planned', label: 'Planifiées', value: ({ planned }) => planned, order: 'planned' },
  {
    key: 'effective',
    label: 'Effectives',
    title: effectiveTitle,
    value: ({ effective }) => effective,
    order: 'effective',
  },
  { key: 'missing', label: 'Non pourvues', value: ({ missing }) => missing, order: 'missing' },
];

/** Worked hours and agents are for the agency only. */
export const siteColumns = (isAgency: boolean): HoursColumn<SiteCounted, SiteHoursOrder>[] => [
  { key: 'services', label: 'Services', value: ({ services }) => services, count: true, order: 'services' },
  {
    key: 'wanted',
    label: 'Demandées',
    title: 'De la prise de poste à sa fin, pour chaque collaborateur demandé',
    value: ({ wanted }) => wanted,
    order: 'wanted',
  },
  ...(isAgency ? ofWork : []),
  ...slotColumns<SiteCounted>(),
];
