// The executions of a round: when, by whom, and the proof of each point, with a mark where it wants a second look.
import { Badge, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import {
  doubts as doubtLabels,
  minutesOf,
  pointStates,
  proofWords,
  unknownTags,
  type WalkedPoint,
} from '#core/rounds/execution.ts';
import { noExecution, type RoundExecution, type ServiceRound, walkedOf } from '#core/rounds/service-round.ts';
import { type RoundExecutionStatus, roundExecutionLabels } from '#core/rounds/status.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import classes from './ServiceRound.module.css';

export const statusColours: Record<RoundExecutionStatus, string> = {
  100: 'gray',
  200: 'blue',
  30: 'orange',
  400: 'green',
};

export function Executions({ found }: { found: ServiceRound }): ReactElement {
  const { executions, numberOfExecutions, round } = found;
  return (
    <section aria-label="Exécutions">
      <h3 className={classes.title}>Exécutions</h3>
      {executions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {noExecution}.
        </Text>
      ) : (
        executions.map((one, index) => (
          <Execution
            key={one.uuid}
            execution={one}
            title={`Passage ${index + 1} sur ${Math.max(numberOfExecutions, executions.length)}`}
            expected={round.expectedDuration}
          />
        ))
      )}
    </section>
  );
}

interface Props {
  execution: RoundExecution;
  title: string;
  /** Minutes. */
  expected: number | null;
}

function Execution({ execution, title, expected }: Props): ReactElement {
  const { zone } = useLocale();
  const walked = walkedOf(execution);
  const time = (at: string): string => formatMoment(at, zone).slice(-5);
  const minutes = minutesOf(execution);
  const { startedAt, endedAt, agent } = execution;
  const when = `${formatMoment(startedAt, zone)} – ${endedAt === null ? 'en cours' : time(endedAt)}`;
  const lasted =
    minutes === null ? null : `${inHours(minutes)}${expected === null ? '' : ` pour ${inHours(expected)}`}`;
  const words = [when, lasted, agent?.name, `${walked.validated} sur ${walked.points.length}`].filter(Boolean);
  const strays = walked.others.filter(({ kind }) => kind === 'read' || kind === 'virtual');
  return (
    <article className={classes.execution} aria-label={title}>
      <header className={classes.head}>
        <strong>{title}</strong>
        <Badge color={statusColours[walked.status]} variant="light" tt="none">
          {roundExecutionLabels[walked.status]}
        </Badge>
        <span className={classes.quiet}>{words.join(' · ')}</span>
      </header>
      <ol className={classes.points}>
        {walked.points.map((point) => (
          <Point key={point.line} point={point} isPlaced={!execution.isWithheld} time={time} />
        ))}
      </ol>
      {walked.observations
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .map(({ id, at, content }) => (
          <p key={id} className={classes.observation}>
            <span className={classes.quiet}>{time(at)} · Observation :</span> {content}
          </p>
        ))}
      {unknownTags(walked).map(({ id, at, words: said }) => (
        <p key={id} className={classes.observation}>
          <span className={classes.quiet}>{time(at)} ·</span> {said}
        </p>
      ))}
      {strays.length > 0 && (
        <Text size="sm" c="dimmed">
          {plural(strays.length, 'lecture')} hors du parcours ou après la fin.
        </Text>
      )}
      <Positions points={walked.points} title={title} />
      {execution.events && execution.events.length > 0 && (
        <details className={classes.log}>
          <summary>{plural(execution.events.length, 'main courante', 'mains courantes')}</summary>
          <ol className={classes.entries}>
            {execution.events.map(({ id, label, description, createdAt, reference }) => (
              <li key={id}>
                <RecordLink entity="event" id={id}>
                  {label}
                </RecordLink>{' '}
                <span className={classes.quiet}>{[time(createdAt), reference].join(' · ')}</span>
                {description && <span className={classes.instructions}>{description}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </article>
  );
}

interface PointProps {
  point: WalkedPoint;
  isPlaced: boolean;
  time(at: string): string;
}

function Point({ point, isPlaced, time }: PointProps): ReactElement {
  const { title, state, fact, doubts } = point;
  return (
    <li>
      {title}{' '}
      <span className={classes.quiet} data-state={state}>
        {[pointStates[state], fact && time(fact.at)].filter(Boolean).join(' à ')}
      </span>
      {doubts.map((doubt) => (
        <Badge key={doubt} color="orange" variant="light" size="sm" tt="none" ml="xs">
          {doubtLabels[doubt]}
        </Badge>
      ))}
      {state !== 'waiting' && (
        <span className={classes.instructions}>{proofWords({ ...point, doubts: [] }, isPlaced)}</span>
      )}
    </li>
  );
}

/** Where the points were read. */
function Positions({ points, title }: { points: readonly WalkedPoint[]; title: string }): ReactElement | null {
  const dots = points.flatMap(({ line, title: name, fact, doubts }, index) =>
    fact?.position
      ? [
          {
            ...{ id: line, name, location: fact.position, label: String(index + 1) },
            colour: doubts.length > 0 ? '#b45309' : '#1d6fb8',
          },
        ]
      : [],
  );
  const [first] = dots;
  if (!first) return null;
  return (
    <PlaceMap
      label={`Positions des lectures, ${title.toLowerCase()}`}
      centre={first.location}
      location={null}
      dots={dots}
      dotsLabel="Toutes les lectures"
      route
    />
  );
}
