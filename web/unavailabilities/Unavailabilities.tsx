// Absences: of all agents for planners, only his own for an agent.
import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { daysAndHours } from '#core/kernel/duration.ts';
import { longestPeriod } from '#core/planning/calls.ts';
import { isWholeDays, Unavailability, wholeDays } from '#core/planning/unavailability.ts';
import { useSession } from '#ui/client/session.ts';
import { addDays, today } from '#ui/clock.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatMoment, formatRelative } from '#ui/format.ts';
import { IconReplace } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { pathFor } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { coverAsked } from '../planning/cover.ts';
import { EndInput, StartInput, WholeDays } from './Period.tsx';

const Replacement = lazy(() => import('../planning/Replacement.tsx'));

const { agent: agentField } = Unavailability.fields;

const forAll: DialogExtras = {
  below: { Absence: WholeDays },
  inputs: { startAt: StartInput, endAt: EndInput },
};
/** The agent is always the user. */
const forOneself: DialogExtras = { ...forAll, only: (field) => field !== agentField };

/** Whole days are shown without hours. */
function Edge({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const { zone } = useLocale();
  const moment = String(value);
  const whole = isWholeDays(String(row.startAt), String(row.endAt), zone);
  return (
    <time dateTime={moment} title={formatRelative(moment)}>
      {whole ? formatDay(wallClock(moment, zone).day) : formatMoment(moment, zone)}
    </time>
  );
}

const cells: Cells = { startAt: Edge, endAt: Edge };

const summary = ({ days = 0, rest = 0 }: Readonly<Record<string, number>>): string =>
  `Total : ${daysAndHours(days, rest)}`;

export default function Unavailabilities({ page, title, description, add }: ScreenProps): ReactElement {
  const session = useSession();
  const { zone } = useLocale();
  const { profile } = session;
  const own = pathFor(session, Unavailability) === 'agent' ? profile : null;
  const initial = useMemo(() => {
    const day = today(zone);
    return { ...wholeDays(day, day, zone), ...(own ? { agent: { id: own.id, name: own.fullname } } : {}) };
  }, [zone, own]);
  const rowActions = useMemo((): RowAction[] => (own ? [] : [replacement(zone)]), [own, zone]);
  return (
    <>
      <EntityTable
        of={Unavailability}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={own ? forOneself : forAll}
        initial={initial}
        cells={cells}
        summary={summary}
        rowActions={rowActions}
      />
      {!own && (
        <Suspense>
          <Replacement />
        </Suspense>
      )}
    </>
  );
}

/** Finds replacements for the services of an absent agent. */
const replacement = (zone: string): RowAction => ({
  key: 'cover',
  label: 'Remplacer sur la période',
  icon: IconReplace,
  rights: ['editService'],
  when: (row) => String(row.endAt) > new Date().toISOString(),
  run: (row) => {
    const [first, last] = [row.startAt, row.endAt].map((moment) => wallClock(String(moment), zone).day) as [
      string,
      string,
    ];
    const now = today(zone);
    // Past services are not replaced.
    const start = [first, now].toSorted()[1] as string;
    const furthest = addDays(start, longestPeriod - 1);
    coverAsked.set({
      agent: (row.agent as { id: string }).id,
      period: { start, end: [last, furthest].toSorted()[0] as string },
    });
  },
});
