// Walks a round (O-029): the expected point fills the screen. Everything shown follows from the pack and the log, so that a
// telephone that dies between two touches goes on where it was.
import type { ReactElement } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { isActive, paused } from '#core/planning/status.ts';
import { minutesOf, type Walked, walk } from '#core/rounds/execution.ts';
import { areRoundsLate, roundsLeft } from '#core/rounds/left.ts';
import { livedRounds } from '#core/rounds/lived.ts';
import { roundStart } from '#core/rounds/messages.ts';
import type { RoundExecution, ServiceRound } from '#core/rounds/service-round.ts';
import { roundExecutionLabels } from '#core/rounds/status.ts';
import { actKey } from '#ui/client/act-key.ts';
import { plural } from '#ui/format.ts';
import { endsOf, nameOf } from '../day.ts';
import classes from '../field.module.css';
import type { OfPage, Opened } from '../part.ts';
import { useRecord } from '../useRecord.tsx';
import { Walking } from './Walking.tsx';

export interface OfRound extends Opened {
  round: ServiceRound;
}

export default function RoundPage({ session, view, rest }: OfPage): ReactElement {
  const rounds = livedRounds(view.held.serviceRounds, view.events, endsOf(view.day), session.device.agent);
  const isOwn = ({ agent }: RoundExecution): boolean => agent === null || agent.id === session.device.agent;
  const runningOf = ({ executions }: ServiceRound): RoundExecution | undefined =>
    executions.find((one) => isOwn(one) && one.endedAt === null);
  const [reference, iteration] = rest;
  const round = reference ? rounds.find(({ uuid }) => uuid === reference) : rounds.find(runningOf);
  if (!round) return <Rounds session={session} view={view} rounds={rounds} isGone={reference !== undefined} />;
  const running = runningOf(round);
  const asked = running ? undefined : round.executions[Number(iteration) - 1];
  const service = view.day.find(({ id }) => id === round.service.id);
  // Decision 076: a break closes the round, not the daily log nor SOS.
  const isPaused = service?.status === paused;
  const shown = running ?? asked;
  const walked = shown && walk(shown.plan, shown.facts, shown.endedAt);
  const of = { session, view, round };
  const ofService = rounds.filter((one) => one.service.id === round.service.id);
  const left = roundsLeft(ofService, [], session.device.agent);
  const isLate = service !== undefined && isActive(service.status) && areRoundsLate(left, service, session.now());
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href={`#/terrain/service/${round.service.id}`}>
          Retour
        </a>
        <span>{service ? nameOf(service) : round.site.name}</span>
      </header>
      <main className={classes.body}>
        <h1 className={classes.part}>{shown?.plan.name ?? round.round.name}</h1>
        {isPaused && !asked ? <p className={classes.note}>{refusals.paused}</p> : null}
        {running && walked && isPaused ? (
          <p>
            Ronde en cours : {walked.validated} sur {walked.points.length}
          </p>
        ) : running && walked ? (
          <Walking key={running.uuid} {...of} execution={running} walked={walked} />
        ) : asked && walked ? (
          <Over {...of} execution={asked} walked={walked} />
        ) : (
          <Begin {...of} isOn={service !== undefined && isActive(service.status)} isPaused={isPaused} isLate={isLate} />
        )}
      </main>
    </>
  );
}

interface RoundsProps extends Opened {
  rounds: readonly ServiceRound[];
  isGone: boolean;
}

function Rounds({ view, rounds, isGone }: RoundsProps): ReactElement {
  const active = rounds.filter((one) => view.day.some(({ id, status }) => id === one.service.id && isActive(status)));
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href="#/terrain">
          Retour
        </a>
      </header>
      <main className={classes.body}>
        <h1>Rondes</h1>
        {isGone ? <p className={classes.note}>Cette ronde n’est plus prévue.</p> : null}
        {active.length === 0 ? (
          <p>Aucune ronde à faire maintenant. Les rondes d’un service apparaissent dès qu’il a commencé.</p>
        ) : (
          <ul className={classes.list}>
            {active.map((one) => (
              <li key={one.uuid}>
                <a className={classes.line} href={`#/terrain/ronde/${one.uuid}`}>
                  <strong>{one.round.name}</strong>
                  <span className={classes.dim}>{one.site.name}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </main>
    </>
  );
}

interface BeginProps extends OfRound {
  isOn: boolean;
  isPaused: boolean;
  isLate: boolean;
}

function Begin({ session, view, round, isOn, isPaused, isLate }: BeginProps): ReactElement {
  const readAt = view.held.frame?.at;
  const { record, busy, problem } = useRecord(session, round.service.id);
  const { executions, numberOfExecutions, round: of } = round;
  const done = executions.filter(({ endedAt }) => endedAt !== null).length;
  const others = executions.filter(({ endedAt }) => endedAt === null);
  return (
    <>
      <p>
        {plural(of.checkpoints.length, 'point')}
        {of.expectedDuration === null ? '' : ` · ${inHours(of.expectedDuration)} prévues`}
      </p>
      <p>
        {done >= numberOfExecutions
          ? numberOfExecutions === 1
            ? 'Le passage prévu est fait.'
            : `Les ${numberOfExecutions} passages prévus sont faits.`
          : `Passage ${done + 1} sur ${numberOfExecutions}`}
      </p>
      {isLate && executions.length < numberOfExecutions ? (
        <p className={classes.warning}>En retard : ce passage aurait déjà dû commencer.</p>
      ) : null}
      {others.map(({ uuid, agent }) => (
        <p key={uuid} className={classes.note}>
          En cours : {agent?.name ?? 'un collègue'}
        </p>
      ))}
      {of.instructions ? <p className={classes.note}>{of.instructions}</p> : null}
      <Made executions={executions} reference={round.uuid} />
      {problem}
      <div className={classes.steps}>
        {isPaused ? null : isOn ? (
          <button
            type="button"
            className={classes.main}
            disabled={busy}
            onClick={() => {
              session.watchPosition();
              const payload = {
                ...{ execution: actKey(), serviceRound: round.uuid, name: of.name.slice(0, 120) },
                ...(readAt === undefined ? {} : { readAt }),
              };
              void record(roundStart, payload, 'Ronde démarrée');
            }}
          >
            Démarrer la ronde
          </button>
        ) : (
          <p className={classes.note}>Prenez d’abord votre service.</p>
        )}
      </div>
    </>
  );
}

/** Those that are over. */
function Made({
  executions,
  reference,
}: {
  executions: readonly RoundExecution[];
  reference: string;
}): ReactElement | null {
  const over = executions.flatMap((one, index) => (one.endedAt === null ? [] : [{ one, iteration: index + 1 }]));
  if (over.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Passages faits">
      {over.map(({ one, iteration }) => {
        const { validated, points, status } = walk(one.plan, one.facts, one.endedAt);
        return (
          <li key={one.uuid}>
            <a className={classes.line} href={`#/terrain/ronde/${reference}/${iteration}`}>
              <strong>Passage {iteration}</strong>
              <span>
                {roundExecutionLabels[status]} · {validated} sur {points.length}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Over({ round, execution, walked }: OfRound & { execution: RoundExecution; walked: Walked }): ReactElement {
  const minutes = minutesOf(execution);
  const lasted = minutes === null ? '' : ` en ${inHours(minutes)}`;
  return (
    <>
      <p>
        {roundExecutionLabels[walked.status]} : {walked.validated} sur {walked.points.length}
        {lasted}
      </p>
      <ol className={classes.list}>
        {walked.points.map(({ line, title, state }) => (
          <li key={line} className={classes.line}>
            <span>{title}</span>
            <span className={classes.dim}>{state === 'validated' ? 'Validé' : 'Sauté'}</span>
          </li>
        ))}
      </ol>
      <a className={classes.other} href={`#/terrain/ronde/${round.uuid}`}>
        Rondes à faire
      </a>
    </>
  );
}
