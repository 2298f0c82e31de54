// The proof of a line: its services, who was there when, their rounds and their report.

import { Invoice } from '#core/billing/invoice.ts';
import type { ProofRow } from '#core/commercial/calls.ts';
import { preparationMessages, proveInvoice, proveLine } from '#core/commercial/calls.ts';
import { type Exact, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missed } from '#core/planning/status.ts';
import { readBillable } from '#server/billing/billable.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';

/** What a service brought to a line. */
export interface Brought {
  service: string | null;
  minutes: number | null;
  amount: Exact;
}

type Facts = Omit<ProofRow, 'minutes' | 'amount'> & Record<string, unknown>;

const factsSql = `select s.id as service, s.reference, i.name as site, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt", s.circuit_id is not null as "isPass",
    (select coalesce(json_agg(json_build_object('name', a.fullname, 'startedAt', ${utc('t.started_at')}, 'endedAt', ${utc('t.ended_at')}) order by a.fullname, a.id), '[]')
      from (select h.agent_id from service_agents h where h.agency_id = s.agency_id and h.service_id = coalesce(s.circuit_id, s.id)
          union select h.agent_id from service_times h where h.agency_id = s.agency_id and h.service_id = coalesce(s.circuit_id, s.id) and h.started_at is not null) h
        join agents a on a.agency_id = s.agency_id and a.id = h.agent_id
        left join service_times t on t.agency_id = s.agency_id and t.service_id = coalesce(s.circuit_id, s.id) and t.agent_id = h.agent_id and t.state <> ${missed}) as presence,
    (select json_build_object('id', r.id, 'reference', r.reference) from agency_reports r
      where r.agency_id = s.agency_id and r.service_id = s.id order by r.edition desc limit 1) as report,
    (select case when sum(n.number_of_executions) > 0 then json_build_object('wanted', sum(n.number_of_executions),
        'done', (select count(*) from round_executions e where e.agency_id = s.agency_id and e.service_id = s.id and e.ended_at is not null)) end
      from service_rounds n where n.agency_id = s.agency_id and n.service_id = s.id) as rounds
  from services s join sites i on i.agency_id = s.agency_id and i.id = s.site_id
  where s.agency_id = app_agency() and s.id = any ($1::uuid[])`;

/** The same order at each reading. */
function byHour(one: ProofRow, other: ProofRow): number {
  const key = ({ startAt, reference, service }: ProofRow): string => `${startAt ?? ''} ${reference} ${service ?? ''}`;
  const [first, second] = [key(one), key(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** In the order of their hours; a service removed since keeps its place in the sum. */
export async function proofOf(db: Db, brought: readonly Brought[]): Promise<ProofRow[]> {
  const ids = [...new Set(brought.flatMap(({ service }) => service ?? []))];
  const rows = await db.query<Facts>({ name: 'proof-of-services', text: factsSql, values: [ids] });
  const known = new Map(rows.map((row) => [row.service, row]));
  const gone: Omit<ProofRow, 'minutes' | 'amount'> = {
    ...{ service: null, reference: 'Service supprimé', site: '', startAt: null, endAt: null },
    ...{ isPass: false, presence: [], report: null, rounds: null },
  };
  return brought
    .map(({ service, minutes, amount }) => ({ ...(known.get(service) ?? gone), minutes, amount: toNumber(amount) }))
    .toSorted(byHour);
}

interface BilledPart extends Record<string, unknown> {
  item: string;
  service: string | null;
  minutes: number | null;
  amount: string;
}

export const proofHandlers: Handler[] = [
  handle(proveLine, async ({ db, input, now }) => {
    const [customer = ''] = input.group.split(' ');
    const { lines } = await readBillable(db, input, { customer: isUuid(customer) ? customer : null }, now);
    const line = lines.get(input.group)?.find(({ key }) => key === input.line);
    if (!line) throw new Problem('missing', preparationMessages.gone);
    return {
      services: await proofOf(
        db,
        line.services.map(({ id, minutes, amount }) => ({ service: id, minutes, amount })),
      ),
    };
  }),

  handle(proveInvoice, async ({ db, params }) => {
    const [seen] = isUuid(params.id)
      ? await db.query({ name: 'proved-invoice', text: 'select 1 from invoices where id = $1', values: [params.id] })
      : [];
    if (!seen) throw new Problem('missing', Invoice.missing);
    const parts = await db.query<BilledPart>({
      name: 'billed-parts-of-invoice',
      text: `select p.item_id as item, b.service_id as service, p.minutes, coalesce(p.net, p.amount)::text as amount
        from billed_services b join billed_parts p on p.agency_id = b.agency_id and p.billed_id = b.id
          join invoice_items l on l.agency_id = p.agency_id and l.id = p.item_id
        where b.agency_id = app_agency() and b.invoice_id = $1 order by l.rank, l.id, b.id, p.price_key`,
      values: [params.id],
    });
    const rows = await proofOf(db, parts);
    const facts = new Map(rows.map((row) => [row.service, row]));
    return {
      lines: [...Map.groupBy(parts, ({ item }) => item)].map(([item, brought]) => ({
        item,
        services: brought
          .map(({ service, minutes, amount }) => ({
            ...(facts.get(service) as ProofRow),
            minutes,
            amount: toNumber(amount),
          }))
          .toSorted(byHour),
      })),
    };
  }),
];
