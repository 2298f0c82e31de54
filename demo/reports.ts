// Reports of the last services and stops that end with one, in several states.
import { defaultTemplate } from '#core/reports/template.ts';
import { allReportTypes, type ReportType, reportTypeOf, reportTypes } from '#core/reports/types.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { reportStories } from './lists/reports.ts';
import type { DemoService } from './world.ts';

export interface DemoReport {
  id: string;
  reference: string;
  type: ReportType;
  status: number;
  siteId: string;
  serviceId: string;
  agentId: string;
  at: string;
  refusal: string | null;
  submittedAt: string | null;
  decidedAt: string | null;
  sentAt: string | null;
  price: number;
  answers: {
    id: string;
    section: string;
    key: string;
    label: string;
    kind: string;
    required: boolean;
    value: string | null;
  }[];
}

/** The newest ones wait for somebody; the others went to the customer. */
const newest: readonly number[] = [200, 300, 500, 100];
const most: Readonly<Record<ReportType, number>> = { intervention: 8, round: 24, recognition: 4, audit: 4 };
const minute = 60_000;

export function reportsOf(services: readonly DemoService[], draw: Draw, now: Date): DemoReport[] {
  let rank = 0;
  const nextId = (): string => {
    rank += 1;
    return idAt(rank, draw.chance('report', rank));
  };
  return allReportTypes.flatMap((type) => {
    const lived = services
      .filter(
        ({ draft, status, realEndAt }) =>
          status === 300 &&
          realEndAt &&
          draft.site &&
          draft.agents?.[0] &&
          !draft.isCircuit &&
          reportTypeOf(draft.activityType) === type,
      )
      .toSorted((one, other) => String(one.realEndAt).localeCompare(String(other.realEndAt)))
      .slice(-most[type]);
    return lived.map((service, index) => reportOf(service, type, index, lived.length, nextId, now));
  });
}

function reportOf(
  service: DemoService,
  type: ReportType,
  index: number,
  count: number,
  nextId: () => string,
  now: Date,
): DemoReport {
  const [start, end] = [Date.parse(service.realStartAt ?? ''), Date.parse(service.realEndAt ?? '')];
  const status = newest[count - 1 - index] ?? 400;
  const at = (instant: number): string => new Date(Math.min(instant, now.getTime())).toISOString();
  const story = reportStories[type][index % reportStories[type].length] ?? {};
  const moments: Record<string, number> = { alertAt: start - 15 * minute, leftAt: end };
  return {
    ...{ id: nextId(), reference: `${reportTypes[type].prefix}-${String(index + 1).padStart(6, '0')}`, type, status },
    ...{ siteId: service.draft.site?.id ?? '', serviceId: service.id, agentId: service.draft.agents?.[0]?.id ?? '' },
    at: at(end),
    refusal: status === 500 ? 'L’heure d’arrivée ne correspond pas à la main courante : vérifiez-la.' : null,
    submittedAt: status === 100 ? null : at(end + 4 * minute),
    decidedAt: status === 300 || status === 400 ? at(end + 40 * minute) : null,
    sentAt: status === 400 ? at(end + 10 * 60 * minute) : null,
    price: type === 'intervention' ? 45 : 30,
    answers: defaultTemplate(type, 'STANDARD').sections.flatMap(({ title, fields }) =>
      fields.map(({ key, label, kind, required }) => ({
        ...{ id: nextId(), section: title, key, label, kind, required },
        value: kind === 'moment' ? at(moments[key] ?? start + 5 * minute) : (story[key] ?? null),
      })),
    ),
  };
}
