// The planning as pages (one for each agent or site, week by week) or as one table for the wall.
import { inHours } from '#core/kernel/duration.ts';
import { dayNumber, isoWeek, mondayOf } from '#core/planning/days.ts';
import { plannedMinutes, postMinutes } from '#core/planning/planned.ts';
import { type Content, heading, plain } from '#server/pdf/document.ts';
import type { Handout, HandoutAgent, HandoutService, HandoutSite } from './contents.ts';
import { breakWords, hoursWords, periodWords, shortDay, sum } from './words.ts';

export interface Frame {
  handout: Handout;
  /** Includes unpublished services. */
  drafts: boolean;
  /** Shows the agents' names; false for customers. */
  named: boolean;
  /** The agency's text before the content (L-015). */
  head: string | null;
}

const red = '#b42318';
const paleGrey = '#f7f8f9';
const provisional = 'Provisoire : contient des services qui ne sont pas publiés.';
export const nothing = 'Aucun service sur cette période.';

export const intro = ({ drafts, head, handout }: Frame): Content[] => [
  ...(drafts && handout.services.some(({ isDraft }) => isDraft)
    ? [{ text: provisional, bold: true, color: red, margin: [0, 0, 0, 6] } satisfies Content]
    : []),
  ...(head?.trim()
    ? [
        {
          stack: head
            .trim()
            .split('\n')
            .map((line) => ({ text: plain(line) })),
          margin: [0, 0, 0, 8],
        } satisfies Content,
      ]
    : []),
];

/** Positions of the requested days in the calendar. */
export function daysOf({ calendar, start, end }: Handout): number[] {
  const first = calendar.days.indexOf(start);
  return Array.from({ length: dayNumber(end) - dayNumber(start) + 1 }, (_, index) => first + index);
}

export const byDay = ({ calendar }: Handout, services: readonly HandoutService[]): Map<number, HandoutService[]> =>
  Map.groupBy(services, ({ start }) => calendar.dayOf(start));

const weeksOf = ({ calendar }: Handout, days: readonly number[]): number[][] => [
  ...Map.groupBy(days, (day) => calendar.weekOf(day)).values(),
];

const cell = (text: string, more: Partial<Exclude<Content, string>> = {}): Content => ({
  text: text.split('\n').map(plain).join('\n'),
  ...more,
});

interface Sheet {
  widths: (string | number)[];
  heads: string[];
  /** Cells of one service after its day and hours, without its length. */
  cells(service: HandoutService): Content[];
  /** The text of a day without services. */
  idle(day: number): string;
  minutes(service: HandoutService): number;
}

function sheetTable(handout: Handout, services: readonly HandoutService[], sheet: Sheet): Content {
  const { calendar } = handout;
  const found = byDay(handout, services);
  const width = sheet.widths.length;
  const spare = (count: number): Content[] => Array.from({ length: count }, () => '');
  const dayWords = (day: number): string =>
    `${shortDay(calendar.days[day] as string)}${calendar.holidays[day] === null ? '' : ' (férié)'}`;
  const body: Content[][] = [
    sheet.heads.map((text, index) => ({
      text,
      style: 'head',
      ...(index === width - 1 ? { alignment: 'right' as const } : {}),
    })),
  ];
  for (const week of weeksOf(handout, daysOf(handout))) {
    const own = week.flatMap((day) => found.get(day) ?? []);
    const monday = mondayOf(dayNumber(calendar.days[week[0] as number] as string));
    const title = { bold: true, fillColor: paleGrey };
    body.push([
      cell(`Semaine ${isoWeek(monday).number}`, { ...title, colSpan: width - 1 }),
      ...spare(width - 2),
      cell(inHours(sum(own.map(sheet.minutes))), { ...title, alignment: 'right' }),
    ]);
    for (const day of week) {
      const onDay = found.get(day) ?? [];
      if (onDay.length === 0)
        body.push([
          cell(dayWords(day), { style: 'quiet' }),
          cell([sheet.idle(day), calendar.holidays[day]].filter(Boolean).join(' – ') || '—', {
            style: 'quiet',
            colSpan: width - 1,
          }),
          ...spare(width - 2),
        ]);
      for (const [index, service] of onDay.entries())
        body.push([
          cell(index === 0 ? dayWords(day) : ''),
          cell(`${hoursWords(calendar, service)}${service.isDraft ? '\nprovisoire' : ''}`, {
            bold: true,
            ...(service.isDraft ? { color: red } : {}),
          }),
          ...sheet.cells(service),
          cell(inHours(sheet.minutes(service)), { alignment: 'right' }),
        ]);
    }
  }
  body.push([
    cell(`Total de la période (${services.length} service${services.length > 1 ? 's' : ''})`, {
      bold: true,
      colSpan: width - 1,
    }),
    ...spare(width - 2),
    cell(inHours(sum(services.map(sheet.minutes))), { bold: true, alignment: 'right' }),
  ]);
  return {
    fontSize: 8,
    lineHeight: 1,
    stack: [{ layout: 'ruled', table: { widths: sheet.widths, headerRows: 1, dontBreakRows: true, body } }],
  };
}

const postWords = ({ post, specialty }: HandoutService): string =>
  [...new Set([post, specialty])].filter(Boolean).join('\n') || '—';

export function agentPage(frame: Frame, { id, name }: HandoutAgent, first: boolean): Content[] {
  const { handout } = frame;
  const { calendar } = handout;
  const sites = new Map(handout.sites.map((site) => [site.id, site]));
  const absences = handout.absences.get(id) ?? [];
  return [
    ...heading(`Planning de ${name}`, periodWords(handout), first),
    ...intro(frame),
    sheetTable(handout, handout.byAgent.get(id) ?? [], {
      widths: [74, 70, '*', 84, 66, 36],
      heads: ['Jour', 'Horaires', 'Site', 'Poste', 'Pauses', 'Heures'],
      cells: (service) => {
        const site = sites.get(service.site);
        return [
          {
            stack: [
              { text: plain(site?.name ?? '—') },
              ...(site?.address ? [{ text: plain(site.address), style: 'quiet', fontSize: 7 }] : []),
            ],
          },
          cell(postWords(service)),
          cell(breakWords(calendar, service, id)),
        ];
      },
      idle: (day) => {
        const [from, to] = [calendar.midnights[day] as number, calendar.midnights[day + 1] as number];
        return absences.find(({ start, end }) => start < to && end >= from)?.type ?? '';
      },
      minutes: (service) => plannedMinutes(service, id),
    }),
  ];
}

export const holders = (handout: Handout, { agents, wanted }: HandoutService): string => {
  const names = new Map(handout.agents.map(({ id, name }) => [id, name]));
  const missing = wanted - agents.length;
  return [
    ...agents.map((id) => names.get(id) ?? '—'),
    ...(missing > 0 ? [missing > 1 ? `À pourvoir (${missing})` : 'À pourvoir'] : []),
  ].join('\n');
};

export function sitePage(frame: Frame, site: HandoutSite, first: boolean): Content[] {
  const { handout, named } = frame;
  const where = [site.customer, site.address].filter(Boolean).join(' – ');
  return [
    ...heading(`Planning de ${site.name}`, [periodWords(handout), where].filter(Boolean).join(' – '), first),
    ...intro(frame),
    sheetTable(handout, handout.bySite.get(site.id) ?? [], {
      widths: [74, 78, '*', named ? 150 : 60, 44],
      heads: ['Jour', 'Horaires', 'Poste', named ? 'Collaborateurs' : 'Effectif', 'Heures'],
      cells: (service) => [
        cell(postWords(service)),
        cell(named ? holders(handout, service) : String(service.wanted), named ? {} : { alignment: 'right' }),
      ],
      idle: () => '',
      minutes: (service) => postMinutes(service),
    }),
  ];
}
