// The execution under way: the expected point with its one button, then what else may be done.

import { type ReactElement, useEffect, useRef, useState } from 'react';
import { metresBetween, metresWords } from '#core/addresses/distance.ts';
import { quoted } from '#core/kernel/quoted.ts';
import { statusAtEnd, type Walked, type WalkedPoint } from '#core/rounds/execution.ts';
import { roundCheckpoint, roundJump, roundStop, roundUnknown, roundVirtual } from '#core/rounds/messages.ts';
import { type ReadTag, recognised, tagValue } from '#core/rounds/recognising.ts';
import type { RoundExecution } from '#core/rounds/service-round.ts';
import { roundExecutionLabels } from '#core/rounds/status.ts';
import { plural } from '#ui/format.ts';
import { useNow } from '#ui/useNow.ts';
import classes from '../field.module.css';
import { hasNfc, nfcAllowed, readTags } from '../sensors/nfc.ts';
import type { Permission } from '../sensors/position.ts';
import { draftPlace } from '../store/drafts.ts';
import { useRecord } from '../useRecord.tsx';
import { Observation } from './Observation.tsx';
import type { OfRound } from './RoundPage.tsx';
import { Scanner } from './Scanner.tsx';
import { Why } from './Why.tsx';

interface Props extends OfRound {
  execution: RoundExecution;
  walked: Walked;
}

type Asked = 'scan' | 'jump' | 'observation' | 'stop';

/** Points that may be read now: the expected ones; in a free round, and once all were passed, those that are left. */
function openPoints({ points, expected }: Walked): WalkedPoint[] {
  if (expected.length > 0) return points.filter(({ line }) => expected.includes(line));
  const waiting = points.filter(({ state }) => state === 'waiting');
  return waiting.length > 0 ? waiting : [];
}

export function Walking({ session, view, round, execution, walked }: Props): ReactElement {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  /** Unknown tags that were reported. */
  const told = useRef(new Set<string>());
  const { record, busy, problem } = useRecord(session, round.service.id);
  const { checkpoints } = round.round;
  const open = openPoints(walked);
  const point = open.find(({ line }) => line === chosen) ?? open[0];
  const facts = point && checkpoints.find(({ line }) => line === point.line);
  const namedOf = ({ line, checkpoint, title }: WalkedPoint) => ({
    ...{ execution: execution.uuid, line, checkpoint, title: title.slice(0, 120) },
  });
  const validated = (title: string): string => `Point validé : ${title}`;

  const onTag = (tag: ReadTag): void => {
    setAsked(null);
    const found = new Set(recognised(tag, checkpoints).map(({ line }) => line));
    const points = walked.points.filter(({ line }) => found.has(line));
    const taken = open.find(({ line }) => found.has(line)) ?? points.find(({ state }) => state === 'jumped');
    if (taken) {
      setWrong(null);
      const way = tag.serial === null ? 'QR' : 'NFC';
      const own = checkpoints.find(({ line }) => line === taken.line);
      void record(roundCheckpoint, { ...namedOf(taken), way, tag: tagValue(tag, own) }, validated(taken.title));
      return;
    }
    navigator.vibrate?.([60, 60, 60]);
    const other = otherTitle(tag, view.held.serviceRounds);
    // The agency learns of it; the agent goes on. The same tag again says nothing new.
    const value = tagValue(tag);
    if (points.length === 0 && other === null && value && !told.current.has(value)) {
      told.current.add(value);
      const payload = { execution: execution.uuid, way: tag.serial === null ? 'QR' : 'NFC', tag: value } as const;
      void session.record(roundUnknown, payload, round.service.id).catch(() => undefined);
    }
    setWrong(wrongWords(tag, points, point, other));
  };
  const nfc = useNfc(onTag, () => setWrong('Ce badge n’est pas lisible. Réessayez, ou lisez le QR code du point.'));

  return (
    <>
      <p className={classes.dim} role="status">
        {walked.validated} sur {walked.points.length}
      </p>
      <progress
        className={classes.progress}
        max={walked.points.length}
        value={walked.validated}
        aria-label="Points validés"
      />
      {point && facts ? (
        <section className={classes.card} data-on aria-label="Point attendu">
          <p className={classes.dim}>Point attendu</p>
          <h2 className={classes.place}>{point.title}</h2>
          {facts.instructions ? <p className={classes.note}>{facts.instructions}</p> : null}
          {wrong ? (
            <p role="alert" className={classes.warning}>
              {wrong}
            </p>
          ) : null}
          {problem}
          {facts.type === 'VIRTUAL' ? (
            <Near
              session={session}
              point={point}
              radius={execution.plan.radius}
              busy={busy}
              onTake={() => void record(roundVirtual, namedOf(point), validated(point.title))}
            />
          ) : (
            <Reading type={facts.type} nfc={nfc} busy={busy} onScan={() => setAsked('scan')} />
          )}
        </section>
      ) : (
        <section className={classes.card} data-on aria-label="Fin de la ronde">
          <h2 className={classes.place}>
            {walked.validated === walked.points.length ? 'Tous les points sont validés' : 'Tous les points sont passés'}
          </h2>
          {problem}
          <button type="button" className={classes.main} disabled={busy} onClick={() => setAsked('stop')}>
            Terminer la ronde
          </button>
        </section>
      )}
      {open.length > 1 ? (
        <section aria-label="Autres points possibles">
          <h2 className={classes.part}>Autres points possibles</h2>
          <div className={classes.others}>
            {open
              .filter((one) => one !== point)
              .map(({ line, title }) => (
                <button key={line} type="button" className={classes.other} onClick={() => setChosen(line)}>
                  {title}
                </button>
              ))}
          </div>
        </section>
      ) : null}
      <div className={classes.others}>
        {point ? (
          <button type="button" className={classes.other} disabled={busy} onClick={() => setAsked('jump')}>
            Sauter ce point
          </button>
        ) : null}
        <button type="button" className={classes.other} disabled={busy} onClick={() => setAsked('observation')}>
          Observation
        </button>
        {point ? (
          <button type="button" className={classes.other} disabled={busy} onClick={() => setAsked('stop')}>
            Terminer la ronde
          </button>
        ) : null}
      </div>
      {asked === 'scan' ? (
        <Scanner onRead={(text) => onTag({ serial: null, texts: [text] })} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'jump' && point ? (
        <Why
          session={session}
          place={draftPlace(round.service.id, `jump ${execution.uuid} ${point.line}`)}
          title={`Sauter ${quoted(point.title)}\u00a0?`}
          label="Pourquoi"
          confirm="Sauter ce point"
          isRequired
          busy={busy}
          onClose={() => setAsked(null)}
          onReady={(comment) => record(roundJump, { ...namedOf(point), comment }, `Point sauté : ${point.title}`)}
        />
      ) : null}
      {asked === 'observation' ? (
        <Observation
          session={session}
          round={round}
          execution={execution.uuid}
          point={walked.points.findLast(({ state }) => state === 'validated') ?? null}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'stop' ? (
        <Why
          session={session}
          place={draftPlace(round.service.id, `stop ${execution.uuid}`)}
          title="Terminer la ronde ?"
          label="Commentaire (facultatif)"
          confirm="Terminer la ronde"
          busy={busy}
          onClose={() => setAsked(null)}
          onReady={(comment) =>
            record(
              roundStop,
              { execution: execution.uuid, ...(comment ? { comment } : {}) },
              `Ronde ${roundExecutionLabels[statusAtEnd(walked)].toLowerCase()}`,
            )
          }
        >
          <Missing walked={walked} />
        </Why>
      ) : null}
    </>
  );
}

/** What a tag is that is not expected. */
function wrongWords(
  tag: ReadTag,
  points: readonly WalkedPoint[],
  expected: WalkedPoint | undefined,
  other: string | null,
) {
  const [found] = points;
  if (found?.state === 'validated') return `${quoted(found.title)} est déjà validé.`;
  const awaited = expected ? ` Point attendu : ${quoted(expected.title)}.` : '';
  if (found) return `Ce point est ${quoted(found.title)}.${awaited} S’il n’est pas accessible, sautez-le d’abord.`;
  if (other) return `Ce point est ${quoted(other)}, d’une autre ronde.${awaited}`;
  return tag.serial === null ? `Ce QR code est inconnu.${awaited}` : `Ce badge est inconnu (${tag.serial}).${awaited}`;
}

const otherTitle = (tag: ReadTag, rounds: OfRound['view']['held']['serviceRounds']): string | null =>
  recognised(
    tag,
    rounds.flatMap(({ round }) => round.checkpoints),
  )[0]?.title ?? null;

interface Nfc {
  permission: Permission;
  start(): void;
}

/** Reads tags while the screen is open; without a touch if the person allowed it before. */
function useNfc(onTag: (tag: ReadTag) => void, onUnreadable: () => void): Nfc {
  const [permission, setPermission] = useState<Permission>(() => (hasNfc() ? 'unknown' : 'absent'));
  const last = useRef({ onTag, onUnreadable });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => {
    last.current = { onTag, onUnreadable };
  });
  const start = (): void => {
    stop.current?.abort();
    const control = new AbortController();
    stop.current = control;
    const reading = readTags(
      control.signal,
      (tag) => last.current.onTag(tag),
      () => last.current.onUnreadable(),
    );
    void reading.then((answer) => {
      if (!control.signal.aborted) setPermission(answer);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens.
  useEffect(() => {
    let isGone = false;
    void nfcAllowed().then((allowed) => {
      if (allowed && !isGone) start();
    });
    return () => {
      isGone = true;
      stop.current?.abort();
    };
  }, []);
  return { permission, start };
}

interface ReadingProps {
  type: 'NFC' | 'QR';
  nfc: Nfc;
  busy: boolean;
  onScan(): void;
}

/** Each point has a QR code too: a telephone without NFC reads that (O-018). */
function Reading({ type, nfc, busy, onScan }: ReadingProps): ReactElement {
  const byTag = type === 'NFC' && nfc.permission !== 'absent' && nfc.permission !== 'refused';
  return (
    <>
      {type === 'NFC' && nfc.permission === 'absent' ? (
        <p className={classes.dim}>Ce téléphone ne lit pas les badges NFC : lisez le QR code du point, ou sautez-le.</p>
      ) : null}
      {type === 'NFC' && nfc.permission === 'refused' ? (
        <p className={classes.dim}>
          La lecture des badges est refusée ou désactivée sur ce téléphone : lisez le QR code du point, ou sautez-le.
        </p>
      ) : null}
      {byTag && nfc.permission === 'granted' ? (
        <p className={classes.ready} role="status">
          Approchez le téléphone du badge
        </p>
      ) : null}
      {byTag && nfc.permission === 'unknown' ? (
        <button type="button" className={classes.main} onClick={nfc.start}>
          Lire le badge
        </button>
      ) : null}
      <button type="button" className={byTag ? classes.other : classes.main} disabled={busy} onClick={onScan}>
        Scanner le QR code
      </button>
    </>
  );
}

interface NearProps extends Pick<OfRound, 'session'> {
  point: WalkedPoint;
  radius: number;
  busy: boolean;
  onTake(): void;
}

/** O-021: validated by the position of the telephone. */
function Near({ session, point, radius, busy, onTake }: NearProps): ReactElement {
  useNow(2_000);
  // Not in a break.
  useEffect(() => session.watchPosition(), [session]);
  const fix = session.position.fix();
  const distance = fix && point.location ? metresBetween(fix, point.location) : null;
  const isNear = distance !== null && distance - (fix?.accuracy ?? 0) <= radius;
  return (
    <>
      <p className={classes.ready} role="status">
        {distance === null
          ? session.position.permission.get() === 'refused'
            ? 'La position est refusée à cette application : autorisez-la, ou sautez ce point.'
            : 'Recherche de la position…'
          : `À ${metresWords(distance)} du point${fix?.accuracy == null ? '' : ` (± ${Math.round(fix.accuracy)} m)`}`}
      </p>
      {distance !== null && !isNear ? (
        <p className={classes.warning}>Approchez-vous : ce point se valide sur place.</p>
      ) : null}
      <button
        type="button"
        className={isNear ? classes.main : classes.other}
        disabled={busy || distance === null}
        onClick={onTake}
      >
        {isNear || distance === null ? 'Valider ce point' : 'Valider quand même'}
      </button>
    </>
  );
}

function Missing({ walked }: { walked: Walked }): ReactElement | null {
  const left = walked.points.filter(({ state }) => state === 'waiting');
  if (left.length === 0) return null;
  return (
    <>
      <p className={classes.warning}>
        {plural(
          left.length,
          'point n’est pas contrôlé et sera noté comme sauté',
          'points ne sont pas contrôlés et seront notés comme sautés',
        )}{' '}
        :
      </p>
      <ul className={classes.list}>
        {left.map(({ line, title }) => (
          <li key={line} className={classes.line}>
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}
