// Valid requests of the handout calls of the planning.
import { entityNamed } from '#core/entities.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

const period = { start: '2027-01-04', end: '2027-01-10' };

export const handoutLines = (row: typeof rowOf): Record<string, Line> => {
  const ofAgent: Line = {
    of: 'agent',
    request: async (setting) => ({ params: { id: await row(entityNamed('agent'), setting) } }),
  };
  const feed = async (setting: Setting): Promise<string> => {
    const token = oneTimeToken();
    const id = await row(entityNamed('agent'), { ...setting, mount: 'agency', fresh: true });
    await setting.world.sql(
      `insert into agent_calendars (agency_id, agent_id, hash, author) select agency_id, id, $2, 'A B' from agents where id = $1`,
      [id, hashOf(token)],
    );
    return token;
  };
  return {
    downloadAgentPlanning: { status: 200, request: () => ({ input: period }) },
    downloadSitePlanning: { status: 200, request: () => ({ input: period }) },
    previewPlanningMail: { request: () => ({ params: { to: 'agents' }, input: period }) },
    sendPlanning: {
      of: 'agent',
      // An agent with an address who got an earlier planning of these days.
      request: async (setting) => {
        const id = await row(entityNamed('agent'), setting);
        await setting.world.sql(`update agents set email = $2 where id = $1`, [id, `${id}@vigie.example`]);
        await setting.world.sql(
          `insert into agent_planning_mails (agency_id, agent_id, start_date, end_date, hash, sent_at)
            select agency_id, id, $2, $3, 'h', '2099-01-01' from agents where id = $1 on conflict do nothing`,
          [id, period.start, period.end],
        );
        return { params: { to: 'agents' }, input: { ...period, recipients: [id] } };
      },
    },
    readCalendar: ofAgent,
    makeCalendar: ofAgent,
    removeCalendar: ofAgent,
    readFeed: { status: 200, request: async (setting) => ({ params: { token: await feed(setting) } }) },
  };
};
