// One's own papers, under the policies of the own path.
import type { Contract } from '#core/agents/contracts.ts';
import { type HeldPaper, ownPapersOf, readOwnPapers } from '#core/home/papers.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

interface Held extends Record<string, unknown> {
  type: string;
  plannable: boolean;
  cardNumber: string | null;
  papers: HeldPaper[];
  contracts: Contract[];
  today: string;
  french: boolean;
}

const text = `select a.type, a.plannable, a.card_number as "cardNumber", app_today()::text as today, app_french() as french,
    (select coalesce(json_agg(json_build_object('name', l.name, 'number', l.number, 'isCard', l.is_card, 'expiresAt', l.expires_at, 'renewBefore', l.renew_before)), '[]')
      from (select distinct on (e.type_id) y.name, coalesce(e.number, case when y.is_card then a.card_number end) as number, y.is_card, e.expires_at,
          (e.expires_at - make_interval(months => y.renewal_months))::date as renew_before
        from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
        where e.agency_id = a.agency_id and e.agent_id = a.id order by e.type_id, e.expires_at desc, e.id) l) as papers,
    (select coalesce(json_agg(json_build_object('id', c.id, 'type', c.type, 'startDate', c.start_date, 'endDate', c.end_date,
        'period', c.period, 'hoursLimit', c.hours_limit)), '[]')
      from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id) as contracts
  from agents a where a.agency_id = app_agency() and a.id = app_agent()`;

export const paperHandlers: Handler[] = [
  handle(readOwnPapers, async ({ db }) => {
    const [held] = await db.query<Held>({ name: 'own-papers', text });
    return { papers: held ? ownPapersOf(held, held.today, held.french) : [] };
  }),
];
