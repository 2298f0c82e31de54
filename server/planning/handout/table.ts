// All rows and days in one table, at most four weeks wide, for the wall of the control room.
import { inHours } from '#core/kernel/duration.ts';
import { type Calendar, wallOf } from '#core/planning/calendar.ts';
import { dayNumber, isoWeek, mondayOf } from '#core/planning/days.ts';
import type { PaperSize } from '#core/planning/handout-calls.ts';
import { plannedMinutes, postMinutes } from '#core/planning/planned.ts';
import { type Content, heading, plain } from '#server/pdf/document.ts';
import type { HandoutService } from './contents.ts';
import { byDay, daysOf, type Frame, intro, nothing } from './pages.ts';
import { periodWords, shortDay, squeezed, sum } from './words.ts';

/** At most a month; more days make more tables. */
const mostDays = 31;

/** In points: the width between the margins, the first column, the last column. */
const room: Record<PaperSize, { width: number; first: number; last: number; font: number }> = {
  A4: { width: 769, first: 84, last: 32, font: 5 },
  A3: { width: 1118, first: 120, last: 42, font: 6.5 },
};

/** Paddings and border of a cell. */
const edges = 3.5;

const shaded = '#eef1f4';

/** 7–19, 7:30–19 */
function shortHours(calendar: Calendar, { start, end }: HandoutService): string {
  const short = (minute: number): string => {
    const [hour, minutes] = wallOf(calendar, minute).time.split(':');
    return `${Number(hour)}${minutes === '00' ? '' : `:${minutes}`}`;
  };
  return `${short(start)}–${short(end)}`;
}

interface Row {
  id: string;
  title: string;
  subtitle: string | null;
  services: readonly HandoutService[];
}

function rowsOf({ handout, named }: Frame, by: 'agents' | 'sites'): Row[] {
  return by === 'agents' && named
    ? handout.people.map(({ id, name }) => ({
        id,
        title: name,
        subtitle: null,
        services: handout.byAgent.get(id) ?? [],
      }))
    : handout.sites.map(({ id, name, customer }) => ({
        id,
        title: name,
        subtitle: customer,
        services: handout.bySite.get(id) ?? [],
      }));
}

export function planningTable(frame: Frame, by: 'agents' | 'sites', paper: PaperSize, title: string): Content[] {
  const { handout, named } = frame;
  const { calendar } = handout;
  const rows = rowsOf(frame, by);
  const days = daysOf(handout);
  const { width, first, last, font } = room[paper];
  const parts = Array.from({ length: Math.ceil(days.length / mostDays) }, (_, index) =>
    days.slice(index * mostDays, (index + 1) * mostDays),
  );
  const sites = new Map(handout.sites.map(({ id, name }) => [id, name]));
  const people = new Map(handout.agents.map(({ id, short }) => [id, short]));

  return parts.flatMap((part, index): Content[] => {
    const column = (width - first - last) / part.length - edges;
    const letters = Math.max(5, Math.floor(column / (font * 0.54)));
    const cellText = (service: HandoutService): string => {
      if (by === 'agents') return squeezed(sites.get(service.site) ?? '', letters, 2);
      if (!named) return String(service.wanted);
      const names = service.agents.map((id) => squeezed(people.get(id) ?? '', letters, 2));
      const missing = service.wanted - service.agents.length;
      return [...names, ...(missing > 0 ? [`+ ${missing}`] : [])].join('\n');
    };
    const isOff = (day: number): boolean => calendar.weekdays[day] === 0 || calendar.holidays[day] !== null;
    const fill = (day: number): { fillColor?: string } => (isOff(day) ? { fillColor: shaded } : {});
    const head: Content[] = [
      { text: by === 'agents' ? 'Collaborateur' : 'Site', style: 'head', fontSize: font },
      ...part.map((day): Content => {
        const [name = '', date = ''] = shortDay(calendar.days[day] as string).split(' ');
        const week =
          calendar.weekdays[day] === 1
            ? `S${isoWeek(mondayOf(dayNumber(calendar.days[day] as string))).number}`
            : '\u00a0';
        return { text: `${week}\n${name}\n${date}`, bold: true, alignment: 'center', fillColor: shaded };
      }),
      { text: 'Total', style: 'head', fontSize: font, alignment: 'right' },
    ];
    const body = rows.map((row): Content[] => {
      const found = byDay(handout, row.services);
      const absences = by === 'agents' ? (handout.absences.get(row.id) ?? []) : [];
      const own = part.flatMap((day) => found.get(day) ?? []);
      return [
        {
          stack: [
            { text: plain(row.title), bold: true },
            ...(row.subtitle ? [{ text: plain(row.subtitle), style: 'quiet' }] : []),
          ],
        },
        ...part.map((day): Content => {
          const [from, to] = [calendar.midnights[day] as number, calendar.midnights[day + 1] as number];
          const services = found.get(day) ?? [];
          // Do not show the reason of an absence on the wall.
          if (services.length === 0)
            return {
              text: absences.some(({ start, end }) => start < to && end >= from) ? 'Abs.' : '',
              alignment: 'center',
              style: 'quiet',
              ...fill(day),
            };
          return {
            alignment: 'center',
            ...fill(day),
            stack: services.flatMap((service): Content[] => [
              {
                text: `${shortHours(calendar, service)}${service.isDraft ? '*' : ''}`,
                bold: true,
              },
              { text: cellText(service) },
            ]),
          };
        }),
        {
          text: inHours(sum(own.map((one) => (by === 'sites' ? postMinutes(one) : plannedMinutes(one, row.id))))),
          alignment: 'right',
          bold: true,
        },
      ];
    });
    return [
      ...heading(title, periodWords(handout), index === 0),
      ...intro(frame),
      rows.length === 0
        ? { text: nothing, style: 'quiet' }
        : {
            fontSize: font,
            lineHeight: 1.05,
            stack: [
              {
                layout: 'squared',
                table: {
                  widths: [first - edges, ...part.map(() => column), last - edges],
                  headerRows: 1,
                  dontBreakRows: true,
                  body: [head, ...body],
                },
              },
            ],
          },
      ...(by === 'sites' && named && rows.length > 0
        ? [{ text: '+ n : n postes à pourvoir', style: 'quiet', fontSize: 7, margin: [0, 4, 0, 0] } satisfies Content]
        : []),
      ...(frame.drafts && handout.services.some(({ isDraft }) => isDraft)
        ? [{ text: '* service non publié', style: 'quiet', fontSize: 7, margin: [0, 4, 0, 0] } satisfies Content]
        : []),
    ];
  });
}
