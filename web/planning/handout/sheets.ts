// The planning as a spreadsheet: rows by days, or one line per service and agent.
import { frenchDay } from '#core/kernel/validators.ts';
import { activityTypes } from '#core/planning/activity.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { dayNumber } from '#core/planning/days.ts';
import { plannedMinutes, postMinutes } from '#core/planning/planned.ts';
import { publications } from '#core/planning/service.ts';
import { counts, serviceStatus } from '#core/planning/status.ts';
import type { Locale } from '#ui/kinds/locale.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { startLongWork } from '#ui/Table/progress.tsx';
import { fileName } from '#ui/Table/spreadsheet.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import type { Cell, Sheet } from '#ui/Table/writeSheet.ts';
import { hoursText, missingOf, type Rows } from '../chips.ts';
import type { Planning } from '../model.ts';

const bold = (value: string): Cell => ({ value, fontWeight: 'bold' });
const hours = (minutes: number): Cell => ({ value: Math.round((minutes / 60) * 100) / 100, format: '0.00' });
/** Of one person; null: of a post that nobody has. */
const workedMinutes = (service: PlannedService, agent: string | null): number =>
  counts(service.status) ? plannedMinutes(service, agent) : 0;

/** Services that begin in the period: each is on one day. */
const servicesOf = ({ data, calendar }: Planning): PlannedService[] =>
  data.services.filter(({ start }) => start >= calendar.window.from && start < calendar.window.to);

const open = 'À pourvoir';
const missingIn = (service: PlannedService): number => (counts(service.status) ? missingOf(service) : 0);

export function gridSheet(planning: Planning, by: Rows): Sheet {
  const { calendar, names, period, data } = planning;
  const first = calendar.days.indexOf(period.start);
  const days = Array.from(
    { length: dayNumber(period.end) - dayNumber(period.start) + 1 },
    (_, index) => calendar.days[first + index] as string,
  );
  const cells = new Map<string, Map<string, PlannedService[]>>();
  for (const service of servicesOf(planning)) {
    const day = calendar.days[calendar.dayOf(service.start)] as string;
    const rows = by === 'sites' ? [service.site] : [...service.agents, ...(missingIn(service) > 0 ? [open] : [])];
    for (const row of rows) {
      const own = cells.get(row) ?? new Map<string, PlannedService[]>();
      own.set(day, [...(own.get(day) ?? []), service]);
      cells.set(row, own);
    }
  }
  const textOf = (service: PlannedService): string => {
    const whose =
      by === 'agents'
        ? (names.sites.get(service.site) ?? '')
        : service.agents.map((id) => names.agents.get(id) ?? '').join(', ');
    return [hoursText(calendar, service), whose, service.post].filter(Boolean).join(' ');
  };
  const rows: { id: string; name: string }[] = [
    ...(by === 'agents' ? data.agents : data.sites).toSorted((one, other) => one.name.localeCompare(other.name, 'fr')),
    ...(cells.has(open) ? [{ id: open, name: open }] : []),
  ];
  return {
    name: by === 'agents' ? 'Planning collaborateurs' : 'Planning sites',
    widths: [28, ...days.map(() => 22), 10],
    cells: [
      [by === 'agents' ? 'Collaborateur' : 'Site', ...days.map(frenchDay), 'Heures'].map(bold),
      ...rows.map(({ id, name }) => {
        const own = cells.get(id);
        const all = [...(own?.values() ?? [])].flat();
        const minutes = (service: PlannedService): number => {
          if (id === open) return missingIn(service) * workedMinutes(service, null);
          if (by === 'sites') return counts(service.status) ? postMinutes(service) : 0;
          return workedMinutes(service, id);
        };
        return [
          name,
          ...days.map((day): Cell => own?.get(day)?.map(textOf).join('\n') ?? null),
          hours(all.reduce((sum, service) => sum + minutes(service), 0)),
        ];
      }),
    ],
  };
}

const listHeads = [
  'Référence',
  'Jour',
  'Début',
  'Fin',
  'Heures',
  'Site',
  'Client',
  'Poste',
  'Activité',
  'Spécialité',
  'Collaborateur',
  'Statut',
  'Publication',
];

export function listSheet(planning: Planning): Sheet {
  const { calendar, names, data } = planning;
  const customers = new Map(data.sites.map(({ id, customer }) => [id, customer]));
  const lines = servicesOf(planning).flatMap((service): Cell[][] => {
    const [from = '', to = ''] = hoursText(calendar, service).split('–');
    const people = [...service.agents, ...Array<string>(missingIn(service)).fill(open)];
    return (people.length > 0 ? people : ['']).map((agent) => [
      service.reference,
      { value: new Date(`${calendar.days[calendar.dayOf(service.start)]}T00:00:00Z`), format: 'dd/mm/yyyy' },
      from,
      to,
      hours(workedMinutes(service, agent)),
      names.sites.get(service.site) ?? null,
      customers.get(service.site) ?? null,
      service.post,
      activityTypes[service.activity as keyof typeof activityTypes] ?? null,
      (service.specialty && names.specialties.get(service.specialty)) || null,
      agent === open ? open : (names.agents.get(agent) ?? null),
      serviceStatus.states[service.status as keyof typeof serviceStatus.states]?.label ?? null,
      publications[service.publication],
    ]);
  });
  return {
    name: 'Services',
    widths: [12, 12, 8, 8, 8, 30, 24, 22, 24, 18, 28, 14, 14],
    cells: [listHeads.map(bold), ...lines],
  };
}

export async function saveSheet(title: string, sheet: Sheet, locale: Locale): Promise<void> {
  if (sheet.cells.length < 2) {
    notifyInfo('Pas de données à exporter');
    return;
  }
  const work = startLongWork(`Export : ${title}`);
  try {
    saveAs(await writeInBackground(sheet, work.signal), fileName(title, locale));
    notifySuccess('Export terminé');
  } catch (error) {
    if (work.signal.aborted) notifyInfo('Export arrêté');
    else notifyProblem(error);
  } finally {
    work.end();
  }
}
