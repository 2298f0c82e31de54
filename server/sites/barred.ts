import { Agent } from '#core/agents/agent.ts';
import { Problem } from '#core/kernel/problem.ts';
import { can } from '#core/roles.ts';
import { readBarredSites } from '#core/sites/barred.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';

export const barredHandlers: Handler[] = [
  handle(readBarredSites, async ({ db, asker, params: { id } }) => {
    // Who may not list sites learns of none.
    const shown = can(asker, ['listSites']);
    const [row] = isUuid(id)
      ? await db.query<{ sites: { id: string; name: string }[] }>({
          name: 'barred-sites',
          text: `select coalesce((
              select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name)
              from site_users b join sites s on s.agency_id = b.agency_id and s.id = b.site_id
              where $2 and b.agency_id = a.agency_id and b.agent_id = a.id), '[]') as sites
            from agents a where a.id = $1`,
          values: [id, shown],
        })
      : [];
    if (!row) throw new Problem('missing', Agent.missing);
    return row;
  }),
];
