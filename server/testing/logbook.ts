// The daily log of one site, with a service of the agent there.
import { randomUUID } from 'node:crypto';
import type { Row } from '#core/kernel/entity.ts';
import { saveEvent } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { endpointOf } from '#server/testing/client.ts';
import type { World } from '#server/testing/world.ts';

type Who = 'owner' | 'agent' | 'customer';
const mountOf = (who: Who) => (who === 'owner' ? 'agency' : who);

export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

export async function logOf(here: World) {
  const { as, sql, agency, customer, people } = here;
  const agentId = people.agent.profile?.id as string;

  async function newSite(): Promise<string> {
    const id = randomUUID();
    await sql(
      `insert into sites (agency_id, id, customer_id, name, slug, rights_customer, rights_agent) values ($1, $2::uuid, $3, 'Entrepôt', $2::text, '{readDailyLogs}', '{readDailyLogs}')`,
      [agency.id, id, customer.id],
    );
    return id;
  }

  const site = await newSite();
  const service = randomUUID();
  await sql(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, published_at) values ($1, $2, 'S-1', $3, now() - interval '1 hour', now() + interval '7 hours', now())`,
    [agency.id, service, site],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    agency.id,
    service,
    agentId,
  ]);
  await sql('select publish_services($1, $2)', [agency.id, [service]]);

  const draft = (more: object = {}) => ({
    ...{ uuid: randomUUID(), type: { id: 30 }, site: { id: site }, description: 'Clôture découpée côté quai' },
    ...more,
  });
  const log = async (more: object = {}, who: Who = 'owner') =>
    (await as(who).call(saveEvent, { mount: mountOf(who), input: draft(more) })).event as Row<typeof LogEvent>;
  const readAs = async (who: Who, id: string) => {
    const reply = await as(who).call(endpointOf(LogEvent, 'read'), { mount: mountOf(who), params: { id } });
    return (reply as { event: Row<typeof LogEvent> }).event;
  };
  const chainOf = (event: string) =>
    sql<{ kind: string; target_id: string | null }>(
      'select kind, target_id from logbook_entries where event_id = $1 order by position',
      [event],
    );
  return { agentId, newSite, site, service, draft, log, readAs, chainOf };
}
