// Valid requests of the calls of reports.
import { entityNamed } from '#core/entities.ts';
import { defaultTemplate } from '#core/reports/template.ts';
import type { Line, Setting } from './requests.ts';
import { ownAgent, type rowOf, workplaceOf } from './rows.ts';

export function reportLines(row: typeof rowOf): Record<string, Line> {
  const reportIn = async (setting: Setting, status: number): Promise<string> => {
    const id = await row(entityNamed('agencyReport'), setting);
    if (setting.fresh) await setting.world.sql('update agency_reports set status = $2 where id = $1', [id, status]);
    return id;
  };
  /** A service of his own with a report. */
  const servedWith = async (setting: Setting): Promise<{ report: string; service: string }> => {
    const { world, mount, where } = setting;
    const report = await row(entityNamed('agencyReport'), setting);
    const [found] = await world.sql<{ id: string }>('select service_id as id from agency_reports where id = $1', [
      report,
    ]);
    if (mount === 'agent' && where === 'own') {
      await world.sql(
        `insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $2 from services where id = $1 on conflict do nothing`,
        [found?.id, ownAgent(setting)],
      );
      await world.sql('update services set site_id = $2 where id = $1', [found?.id, await workplaceOf(setting)]);
      await world.sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [
        found?.id,
      ]);
    }
    return { report, service: found?.id as string };
  };
  const decided = (status: number): Line => ({
    of: 'agencyReport',
    request: async (setting) => ({ params: { id: await reportIn(setting, status) }, input: { reason: 'Incomplet' } }),
  });
  return {
    saveReport: {
      of: 'agencyReport',
      request: async (setting) => {
        const { report, service } = await servedWith(setting);
        return { input: { id: report, service: { id: service } } };
      },
    },
    'refuse:agencyReport': decided(200),
    'revise:agencyReport': decided(300),
    'print:agencyReport': {
      of: 'agencyReport',
      status: 200,
      request: async (setting) => ({ params: { id: await row(entityNamed('agencyReport'), setting) } }),
    },
    'form:agencyReport': {
      of: 'service',
      sees: 'own',
      request: async (setting) => ({ params: { id: (await servedWith(setting)).service } }),
    },
    saveReportTemplate: {
      request: () => ({
        input: { type: 'audit', key: 'STANDARD', sections: defaultTemplate('audit', 'DETAILED').sections },
      }),
    },
  };
}
