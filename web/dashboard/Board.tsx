// Tasks of the day, whose counts open their lists, and staff figures (decision 79: on the home page).
import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { agentTypes } from '#core/agents/agent.ts';
import { contractTypes } from '#core/agents/contracts.ts';
import { type DashboardTask, readDashboard, type Staffing as StaffFigures } from '#core/home/dashboard.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatNumber } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { useRecordScreens } from '#ui/shell/records.ts';
import classes from './Dashboard.module.css';
import { Panel } from './Panel.tsx';

/** For those who may read it: what waits for them. */
export function Board(): ReactNode {
  const session = useSession();
  const allowed = useMayRead();
  const { data, isError, refetch, isFetching } = useCall(readDashboard, { mount: session.scope, enabled: allowed });
  if (!allowed) return null;
  if (isError && !data)
    return (
      <ReadFailure title="Le tableau de bord n’a pas pu être lu" busy={isFetching} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton height={180} role="status" aria-label="Lecture du tableau de bord" aria-busy />;
  return <Tasks tasks={data.dashboard.tasks} title={session.scope === 'customer' ? 'Vos sites' : 'À traiter'} />;
}

/** The same call: figures of the staff, where one would rather look. */
export function Staffing(): ReactNode {
  const { scope } = useSession();
  const { data } = useCall(readDashboard, { mount: scope, enabled: useMayRead() });
  return data?.dashboard.staffing ? <Staff staffing={data.dashboard.staffing} /> : null;
}

/** The same call: none while it is read, or for those who may not. */
export function useTasks(): readonly DashboardTask[] {
  const { scope } = useSession();
  return useCall(readDashboard, { mount: scope, enabled: useMayRead() }).data?.dashboard.tasks ?? noTasks;
}

const noTasks: readonly DashboardTask[] = [];

function useMayRead(): boolean {
  const { scope, can } = useSession();
  return scope !== 'agent' && can(['readDashboard']);
}

function Tasks({ tasks, title }: { tasks: readonly DashboardTask[]; title: string }): ReactElement {
  const screens = useRecordScreens();
  const shown = tasks.flatMap((task) => {
    const screen = screens?.get(task.entity);
    return screen ? [{ ...task, path: screen.item.path }] : [];
  });
  return (
    <Panel title={title}>
      {shown.length === 0 ? (
        <Text c="dimmed" p="md">
          {screens ? 'Rien ne vous attend : tout est en ordre.' : 'Lecture…'}
        </Text>
      ) : (
        <ul className={classes.tasks}>
          {shown.map(({ key, label, count, tone, path, filters }) => (
            <li key={key}>
              <Link to={path} search={{ f: filters } as never} className={classes.task ?? ''}>
                <span className={classes.count} data-tone={tone}>
                  {formatNumber(count)}
                </span>
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const contractLabels: Record<string, string> = { ...contractTypes, NONE: 'Sans contrat' };
const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
const shownMonths = 4;

function Staff({ staffing: { byType, byContract, months } }: { staffing: StaffFigures }): ReactElement {
  const highest = Math.max(1, ...months.map(({ headcount }) => headcount));
  return (
    <div className={classes.columns}>
      <Panel title="Effectif par type">
        <Bars shares={byType} labels={agentTypes} />
      </Panel>
      {byContract.length > 0 && (
        <Panel title="Effectif par contrat">
          <Bars shares={byContract} labels={contractLabels} />
        </Panel>
      )}
      <Panel title="Effectif sous contrat, douze mois" wide>
        <div className={classes.months} aria-hidden>
          {months.map(({ month, headcount }) => (
            <div key={month} className={classes.month}>
              <span>{headcount}</span>
              <div className={classes.column} style={{ height: `${(headcount / highest) * 75}%` }} />
              <span>{monthName.format(firstOf(month))}</span>
            </div>
          ))}
        </div>
        <table className={classes.headcount}>
          <thead>
            <tr>
              <th scope="col">Mois</th>
              <th scope="col">Effectif</th>
              <th scope="col">Entrées</th>
              <th scope="col">Sorties</th>
            </tr>
          </thead>
          <tbody>
            {months
              .toReversed()
              .slice(0, shownMonths)
              .map(({ month, headcount, entries, exits }) => (
                <tr key={month}>
                  <th scope="row">{longMonth.format(firstOf(month))}</th>
                  <td>{headcount}</td>
                  <td>{entries}</td>
                  <td>{exits}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}

function Bars({
  shares,
  labels,
}: {
  shares: StaffFigures['byType'];
  labels: Readonly<Record<string, string>>;
}): ReactElement {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  if (shares.length === 0)
    return (
      <Text c="dimmed" p="md">
        Aucun collaborateur.
      </Text>
    );
  return (
    <dl className={classes.bars}>
      {shares.map(({ code, count }) => (
        <div key={code} className={classes.bar}>
          <dt>{labels[code] ?? code}</dt>
          <div className={classes.track} aria-hidden>
            <div className={classes.fill} style={{ width: `${(count / most) * 100}%` }} />
          </div>
          <dd className={classes.figure} style={{ margin: 0 }}>
            {formatNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
