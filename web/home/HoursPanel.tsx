// « Heures de la période »: planned, worked, contract and overtime of all agents.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { agentsHours } from '#core/planning/hours-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatDay } from '#ui/format.ts';
import { useMenus } from '#ui/shell/screen.ts';
import { Panel } from '../dashboard/Panel.tsx';
import classes from './Charts.module.css';

export function HoursPanel(): ReactNode {
  const session = useSession();
  const allowed = session.scope === 'agency' && session.can(['listAgentHours']);
  const path = useMenus()
    .flatMap(({ items }) => items)
    .find(({ name }) => name === 'agents-hours')?.path;
  // The totals count everybody; one row is enough.
  const { data } = useCall(agentsHours, { input: { limit: 1 }, enabled: allowed });
  if (!allowed || !data) return null;
  const { totals, period } = data;
  const overtime = totals.overtime.reduce((sum, { minutes }) => sum + minutes, 0);
  const lines: [string, number][] = [
    ['Planifiées', totals.planned],
    ['Effectives', totals.effective],
    ...(totals.contract === null ? [] : [['Contrats', totals.contract] as [string, number]]),
    ['Supplémentaires', overtime],
  ];
  const most = Math.max(1, ...lines.map(([, minutes]) => minutes));
  return (
    <Panel
      title={`Heures du ${formatDay(period.start)} au ${formatDay(period.end)}`}
      action={path && <Link to={path}>Heures par collaborateur</Link>}
    >
      <dl className={classes.lines}>
        {lines.map(([label, minutes]) => (
          <div key={label}>
            <dt>{label}</dt>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
              <rect className={classes.held} width={(minutes / most) * 100} height={10} />
            </svg>
            <dd>{inHours(minutes)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
