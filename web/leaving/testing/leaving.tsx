// Rows, answers and the place of the user, for the tests of leavings.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { contractFields } from '#core/agents/contracts.ts';
import { Service } from '#core/planning/service.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { today } from '#ui/clock.ts';
import { IconHome } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { type OpenSheet, useSheets } from '#ui/shell/sheets.ts';
import { LeavingHost } from '../LeavingHost.tsx';

export const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
export const contract = (more: object = {}) => ({
  ...Object.fromEntries(Object.keys(contractFields).map((name) => [name, null])),
  id: id(50),
  name: 'CDI',
  cycle: 'NONE',
  type: 'CDI',
  startDate: '2024-01-01',
  endDate: null,
  hoursLimit: 35,
  period: 'WEEK',
  partTime: false,
  ...more,
});
export const agentRow = (infos: object = {}): AnyRow => {
  const row = rowOf(Agent, { id: id(1), fullname: 'Karim Benali', status: 100 }) as unknown as AnyRow;
  return { ...row, agentInfos: { ...(row.agentInfos as object), plannable: true, contracts: [], ...infos } };
};
export const service = (end: number) => ({
  id: id(end),
  reference: `S0000${end}`,
  startAt: '2027-03-09T07:00:00.000Z',
  endAt: '2027-03-09T17:00:00.000Z',
  site: 'Port',
  postTitle: null,
  agents: [{ id: id(1), name: 'Karim Benali' }],
});
export const now = today('Europe/Paris');

const services = {
  name: 'adminServices',
  path: '/services',
  label: 'Services',
  description: '',
  icon: IconHome,
  add: true,
  records: async () => Service,
  preload: () => undefined,
};
const menus = [{ name: 'planning', label: 'Planning', items: [services] }];
/** Where the user is. */
export const place = { sheets: [] as readonly OpenSheet[], at: {}, go: (_to: string): void => undefined };
export function Place(): ReactNode {
  const go = useNavigate();
  place.sheets = useSheets();
  place.at = useRouterState({ select: ({ location }) => location });
  place.go = (to) => void go({ to });
  return (
    <MenusContext value={menus}>
      <LeavingHost />
    </MenusContext>
  );
}

export function serveLeaving(agent: AnyRow, services: object[], underWay: object[] = []): StubRequest[] {
  return serve(({ path }): Reply => {
    if (path.endsWith('/fetch/coming-services'))
      return [
        200,
        {
          services,
          filtered: services.length,
          underWay: { services: underWay, filtered: underWay.length },
        },
      ];
    const nothing = { freed: [], versions: {} };
    if (/\/(site|agencyCustomer)\/[^/]+\/leave$/.test(path)) return [200, { ...nothing, tours: [] }];
    if (/\/(leave|unplan|services\/free)$/.test(path)) return [200, nothing];
    if (/\/agent(\/|$)/.test(path)) return [200, { agent }];
    return refusal(404, 'Inconnu');
  });
}
export const sent = (requests: readonly StubRequest[], end: string): unknown[] =>
  requests.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
