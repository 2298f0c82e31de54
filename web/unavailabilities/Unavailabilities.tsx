// Absences: of all agents for planners, only his own for an agent.
import { Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { daysAndHours } from '#core/kernel/duration.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { mostCovered } from '#core/planning/cover-calls.ts';
import { longestPeriod } from '#core/planning/days.ts';
import { longestService, Service } from '#core/planning/service.ts';
import { late, waiting } from '#core/planning/status.ts';
import { availableAgain, isWholeDays, Unavailability, wholeDays } from '#core/planning/unavailability.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { addDays, today } from '#ui/clock.ts';
import type { BelowProps, DialogExtras } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatMoment, formatRelative, plural } from '#ui/format.ts';
import { IconReplace } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may, pathFor } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { coverAsked } from '../planning/cover.ts';
import { bornExtras } from '../requests/born.ts';
import { OwnPeriod } from './OwnPeriod.tsx';
import { EndInput, StartInput, WholeDays } from './Period.tsx';

const Replacement = lazy(() => import('../planning/Replacement.tsx'));

const { agent: agentField } = Unavailability.fields;

/** The request that it was granted on. */
function Granted({ values: { request } }: BelowProps): ReactElement | null {
  const granted = request as { id: string; subject: string } | null | undefined;
  return granted ? (
    <Text mt="md" size="sm">
      {'Accordée sur la demande '}
      <RecordLink entity="agentRequest" id={granted.id}>{`« ${granted.subject} »`}</RecordLink>
    </Text>
  ) : null;
}

const granted = bornExtras(Unavailability as Entity, {
  ...{ named: 'Cette absence', granted: ['startAt', 'endAt', 'type'] },
});

const forAll: DialogExtras = {
  ...granted,
  below: { Absence: WholeDays, Précisions: Granted },
  inputs: { startAt: StartInput, endAt: EndInput },
};
/** The agent is always the user. */
const forOneself: DialogExtras = { ...forAll, below: { Absence: OwnPeriod }, only: (field) => field !== agentField };

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

/** His own name says nothing. */
const ownCard = { title: 'type', second: ['startAt', 'endAt'] } as const;

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
  const mayReplace = !own && may(session, Service, 'list') && session.can(['editService']);
  const extras = useMemo((): DialogExtras => {
    if (own) return forOneself;
    return mayReplace ? { ...forAll, saved: (row) => void offerReplacement(row, zone) } : forAll;
  }, [own, mayReplace, zone]);
  return (
    <>
      <EntityTable
        of={Unavailability}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={extras}
        initial={initial}
        cells={cells}
        {...(own ? { card: ownCard } : {})}
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

const isComing = ({ endAt }: AnyRow): boolean => String(endAt) > new Date().toISOString();

function askToReplace(row: AnyRow, zone: string): void {
  const [first, last] = [row.startAt, row.endAt].map((moment) => wallClock(String(moment), zone).day) as [
    string,
    string,
  ];
  // Past services are not replaced.
  const start = [first, today(zone)].toSorted()[1] as string;
  const furthest = addDays(start, longestPeriod - 1);
  coverAsked.set({
    agent: (row.agent as { id: string }).id,
    period: { start, end: [last, furthest].toSorted()[0] as string },
  });
}

/** An absence over planned services must not stay unseen. */
async function offerReplacement(row: AnyRow, zone: string): Promise<void> {
  if (!isComing(row)) return;
  const [startAt, endAt] = [String(row.startAt), String(row.endAt)];
  const from = [startAt, new Date().toISOString()].toSorted()[1] as string;
  const filters = {
    agents: [(row.agent as { id: string }).id],
    status: [waiting, late],
    // One that began before may still last.
    startAt: { from: new Date(Date.parse(from) - longestService * 60_000).toISOString(), to: endAt },
  };
  try {
    const { services } = (await call(endpointsOf(Service).list, { input: { filters, limit: mostCovered } })) as {
      services: { startAt: string; endAt: string }[];
    };
    const touched = services.filter((one) => one.endAt > from);
    const inPart = touched.filter((one) => one.startAt < startAt || one.endAt > availableAgain(endAt));
    if (touched.length > 0)
      notifySuccess(
        [plural(touched.length, 'service à remplacer', 'services à remplacer'), ...partText(inPart, row, zone)].join(
          '',
        ),
        { offer: { label: 'Remplacer sur la période', act: () => askToReplace(row, zone) } },
      );
  } catch (error) {
    notifyProblem(error);
  }
}

const partText = (inPart: readonly unknown[], { startAt, endAt }: AnyRow, zone: string): string[] =>
  inPart.length === 0
    ? []
    : [
        `, en entier : l’absence (${formatMoment(String(startAt), zone)} – ${formatMoment(String(endAt), zone)}) n’en touche qu’une partie${inPart.length > 1 ? ` pour ${inPart.length} d’entre eux` : ''}`,
      ];

/** Finds replacements for the services of an absent agent. */
const replacement = (zone: string): RowAction => ({
  key: 'cover',
  label: 'Remplacer sur la période',
  icon: IconReplace,
  rights: ['editService'],
  when: isComing,
  run: (row) => askToReplace(row, zone),
});
