// Services of the agent that end with a report.
import { randomUUID } from 'node:crypto';
import type { Row } from '#core/kernel/entity.ts';
import { saveReport } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { defaultTemplate, fieldsOf } from '#core/reports/template.ts';
import { endpointOf } from './client.ts';
import { smallPng, uploader } from './files.ts';
import type { World } from './world.ts';

type Who = 'owner' | 'agent' | 'customer';
const mountOf = (who: Who) => (who === 'owner' ? 'agency' : who);

/** An answer to every field of the usual template of an intervention. */
export const fullAnswers = fieldsOf(defaultTemplate('intervention', 'STANDARD').sections)
  .filter(({ kind }) => kind !== 'photos')
  .map(({ key, kind, label }) => ({
    key,
    value: kind === 'choice' ? 'YES' : kind === 'moment' ? '2026-01-02T22:10:00.000Z' : `Vu : ${label}`,
  }));

export async function reportsOf(here: World) {
  const { as, sql, agency, customer, people } = here;
  const agentId = people.agent.profile?.id as string;
  const site = randomUUID();
  await sql(
    `insert into sites (agency_id, id, customer_id, name, slug) values ($1, $2::uuid, $3, 'Entrepôt Nord', $2::text)`,
    [agency.id, site, customer.id],
  );

  /** Under way, told to its agent. */
  async function newService(more: { activity?: number; site?: string; status?: number } = {}): Promise<string> {
    const id = randomUUID();
    await sql(
      `insert into services (agency_id, id, reference, site_id, activity_type, status, start_at, end_at, real_start_at, published_at)
        values ($1, $2::uuid, left($2::text, 8), $3, $4, $5, now() - interval '1 hour', now() + interval '1 minute', now() - interval '1 hour', now())`,
      [agency.id, id, more.site ?? site, more.activity ?? 2, more.status ?? 200],
    );
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      ...[agency.id, id, agentId],
    ]);
    await sql(
      `insert into service_times (agency_id, service_id, agent_id, state, started_at) values ($1, $2, $3, 200, now() - interval '1 hour')`,
      [agency.id, id, agentId],
    );
    await sql('select publish_services($1, $2)', [agency.id, [id]]);
    return id;
  }

  const write = async (service: string, more: object = {}, who: Who = 'agent') =>
    (
      await as(who).call(saveReport, {
        mount: mountOf(who),
        input: { ...('id' in more ? {} : { uuid: randomUUID() }), service: { id: service }, ...more },
      })
    ).agencyReport as Row<typeof AgencyReport>;
  const readAs = async (who: Who, id: string) => {
    const reply = await as(who).call(endpointOf(AgencyReport, 'read'), { mount: mountOf(who), params: { id } });
    return (reply as { agencyReport: Row<typeof AgencyReport> }).agencyReport;
  };
  const seenBy = async (who: Who): Promise<string[]> => {
    const reply = await as(who).call(endpointOf(AgencyReport, 'list'), { mount: mountOf(who), input: { limit: 100 } });
    return (reply as { agencyReports: { id: string }[] }).agencyReports.map(({ id }) => id);
  };
  const act = (id: string, type: string) =>
    as('owner').call(endpointOf(AgencyReport, 'act'), { mount: 'agency', params: { id, type } });
  /** The agent draws on the glass. */
  const signature = async (name: string) => ({
    file: { id: (await uploader(here)('agent', `signature ${randomUUID()}.png`, smallPng, { mount: 'agent' })).id },
    name,
  });
  const settle = (sets: string) => sql(`update agencies set ${sets} where id = $1`, [agency.id]);
  return { agentId, site, newService, write, readAs, seenBy, act, signature, settle };
}
