// The first steps of an agency, from its own data in one query.
import { Agency } from '#core/agencies/agency.ts';
import {
  dismissFirstSteps,
  type FirstStepsState,
  loadSamples,
  readFirstSteps,
  removeSamples,
} from '#core/signup/first-steps.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { loadAll, removeAll } from './samples.ts';

/** A record of its own: samples do no step. */
const own = (entity: string, table: string, more = 'true'): string =>
  `exists (select from ${table} t where t.agency_id = g.id and ${more}
    and not exists (select from sample_rows s where s.agency_id = t.agency_id and s.entity = '${entity}' and s.id = t.id))`;

async function stateOf(db: Db): Promise<{ firstSteps: FirstStepsState }> {
  const [row] = await db.query<{ state: FirstStepsState }>({
    name: 'first-steps',
    text: `select json_build_object(
        'shown', exists (select from agency_first_steps f where f.agency_id = g.id and f.dismissed_at is null),
        'done', json_build_object(
          'legal', num_nulls(g.legal_status, g.siret, g.approval_number, g.street, g.zipcode, g.city) = 0,
          'logo', g.logo_id is not null,
          'agent', ${own('agent', 'agents', 't.status in (100, 200) and t.user_id is distinct from g.manager_id')},
          'customer', ${own('customer', 'customers')},
          'site', ${own('site', 'sites')},
          'service', ${own('service', 'services')},
          'published', ${own('service', 'services', 't.published_at is not null')}),
        'samples', (select count(*) from sample_rows s where s.agency_id = g.id),
        'mayLoad', not exists (select from services t where t.agency_id = g.id)) as state
      from agencies g where g.id = app_agency()`,
  });
  return { firstSteps: row?.state as FirstStepsState };
}

const audited = (call: Call, action: string): Promise<void> =>
  writeAudit(call.db, call, { entity: Agency.name, id: call.context.agency as string, action });

export const firstStepHandlers: Handler[] = [
  handle(readFirstSteps, ({ db }) => stateOf(db)),

  handle(dismissFirstSteps, async (call) => {
    const changed = await call.db.query({
      name: 'dismiss-first-steps',
      text: `update agency_first_steps set dismissed_at = $1 where agency_id = app_agency() and dismissed_at is null returning agency_id`,
      values: [call.now],
    });
    if (changed.length > 0) await audited(call, 'dismissFirstSteps');
    return stateOf(call.db);
  }),

  handle(loadSamples, async (call) => {
    await loadAll(call);
    return stateOf(call.db);
  }),

  handle(removeSamples, async (call) => {
    await removeAll(call, call.input.keepUsed);
    return stateOf(call.db);
  }),
];
