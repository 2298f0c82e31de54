// Reports of the last services and stops that end with one, in several states.
import { defaultTemplate } from '#core/reports/template.ts';
import { allReportTypes, type ReportType, reportTypeOf, reportTypes } from '#core/reports/types.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { reportStories } from './lists/reports.ts';
import type { DemoAgency, DemoService } from './world.ts';

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
  /** Who signed on the glass; null: nobody. */
  agentSigner: string | null;
  customerSigner: string | null;
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

type People = Pick<DemoAgency, 'agents' | 'customers' | 'sites'>;

export function reportsOf(services: readonly DemoService[], people: People, draw: Draw, now: Date): DemoReport[] {
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
    return lived.map((service, index) => reportOf(service, people, type, index, lived.length, nextId, now));
  });
}

const nameOf = ({ firstname, lastname }: { firstname?: string | null; lastname?: string | null }): string =>
  [firstname, lastname].filter(Boolean).join(' ');

/** Somebody of the customer was there. */
function contactAt(siteId: string, { customers, sites }: People, turn: number): string | null {
  const customer = sites.find(({ id }) => id === siteId)?.draft.customer?.id;
  const contacts = customers.find(({ id }) => id === customer)?.draft.userCompanies ?? [];
  const contact = contacts[turn % Math.max(1, contacts.length)];
  return contact ? nameOf(contact) : null;
}

/** At night the customer is seldom there to sign. */
const signedByCustomer = 3;

function reportOf(
  service: DemoService,
  people: People,
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
  const agentId = service.draft.agents?.[0]?.id ?? '';
  const siteId = service.draft.site?.id ?? '';
  const agent = people.agents.find(({ id }) => id === agentId)?.draft;
  const isHanded = status !== 100;
  return {
    ...{ id: nextId(), reference: `${reportTypes[type].prefix}-${String(index + 1).padStart(6, '0')}`, type, status },
    ...{ siteId, serviceId: service.id, agentId },
    agentSigner: isHanded && agent ? nameOf(agent) : null,
    // The one that waits for its approval, and every third.
    customerSigner:
      status === 200 || (isHanded && index % signedByCustomer === 0) ? contactAt(siteId, people, index) : null,
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
