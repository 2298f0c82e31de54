// The steps of a service: the likely one as the button at the thumb, the others below it. Each is in the log before the
// screen says so.
import { type ReactElement, Suspense, useState } from 'react';
import { refusalIn } from '#core/field/day.ts';
import type { PhotoRef } from '#core/field/photo.ts';
import { inHours } from '#core/kernel/duration.ts';
import { logbookEntry } from '#core/logbook/messages.ts';
import { handoverType } from '#core/logbook/types.ts';
import { endPhotoReason, endWithoutPhoto, isEndProven } from '#core/planning/end-photo.ts';
import {
  activeStop,
  type ExtensionReason,
  extensionContent,
  extensionReasons,
  isEndEarly,
  isExtensionReady,
  mainStep,
  nextStop,
  offeredSteps,
  reachedBy,
  type Step,
  stateAtHand,
} from '#core/planning/lifecycle.ts';
import { isActive, paused } from '#core/planning/status.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { doneOf, endWords, labelOf, questionOf, whatIs } from '#core/planning/step-words.ts';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { currentHash, placeOf, replaceHash } from '#ui/client/hash.ts';
import { useNow } from '#ui/useNow.ts';
import { type DayService, marginOf, nameOf } from './day.ts';
import classes from './field.module.css';
import { unreadOf } from './instructions/unread.ts';
import { holds, type OfService } from './part.ts';
import { parts } from './parts.ts';
import { Sheet } from './Sheet.tsx';
import { screen } from './screens.ts';
import { draftPlace } from './store/drafts.ts';
import { notStored, tell } from './told.ts';
import { useDraft } from './useDraft.ts';

const Confirmed = screen(() => import('./instructions/Confirmed.tsx'));
const EndPhoto = screen(() => import('./EndPhoto.tsx'));

export function Steps({ session, view, service }: OfService): ReactElement | null {
  const [asked, setAsked] = useState<{ step: Step; of: DayService } | null>(null);
  useNow();
  const now = session.now();
  const margin = marginOf(view.held);
  const refused = (step: Step, of = service): string | null => refusalIn(view.day, of, step, margin, now);
  const offered = offeredSteps(service, now);
  const main = mainStep(service, now);
  const others = offered.filter((step) => step !== main && step !== 'extend' && refused(step) === null);
  const why = main && refused(main);
  const what = whatIs(service);
  const { current, next } = stopsOf(view.day, service);
  const arrival = next && refused('start', next) === null ? next : null;
  // At a stop the break is that of its tour.
  const tour = stateAtHand(service) === service.status ? null : view.day.find(({ id }) => id === service.circuit);
  const links = parts.flatMap((part) => part.links?.({ session, view, service }) ?? []);
  if (offered.length === 0 && links.length === 0 && !tour) return null;
  return (
    <div className={classes.steps}>
      {tour && refused('endBreak', tour) === null ? (
        <button type="button" className={classes.main} onClick={() => setAsked({ step: 'endBreak', of: tour })}>
          {labelOf('endBreak', whatIs(tour))}
        </button>
      ) : null}
      {why ? <p className={classes.note}>{why}</p> : null}
      {current ? (
        <a className={classes.main} href={`#/terrain/service/${current.id}`}>
          Étape en cours : {nameOf(current)}
        </a>
      ) : arrival ? (
        <button type="button" className={classes.main} onClick={() => setAsked({ step: 'start', of: arrival })}>
          Arrivée : {nameOf(arrival)}
        </button>
      ) : null}
      {main && !why ? (
        <button
          type="button"
          className={current || arrival ? classes.other : classes.main}
          onClick={() => {
            // Its answer may be there when the start is confirmed.
            if (main === 'start') session.position.start();
            setAsked({ step: main, of: service });
          }}
        >
          {labelOf(main, what)}
        </button>
      ) : null}
      {others.length > 0 || links.length > 0 ? (
        <div className={classes.others}>
          {links.map(({ label, to, note }) => (
            <a key={to} className={classes.other} href={`#/terrain/service/${service.id}/${to}`}>
              {label}
              {note ? <span className={classes.dim}> {note}</span> : null}
            </a>
          ))}
          {others.map((step) => (
            <button key={step} type="button" className={classes.other} onClick={() => setAsked({ step, of: service })}>
              {labelOf(step, what)}
            </button>
          ))}
        </div>
      ) : null}
      {asked ? (
        <Asked
          step={asked.step}
          session={session}
          view={view}
          service={asked.of}
          margin={margin}
          isExtendable={offered.includes('extend') && refused('extend') === null}
          onClose={() => {
            setAsked(null);
            session.watchPosition();
          }}
        />
      ) : null}
    </div>
  );
}

/** Of a circuit under way: the stop where he is, or the next one. */
function stopsOf(day: readonly DayService[], { id, status, isCircuit }: DayService) {
  const stops = isCircuit && isActive(status) && status !== paused ? day.filter(({ circuit }) => circuit === id) : [];
  const current = activeStop(stops);
  return { current, next: current ? null : nextStop(stops) };
}

/** What is typed of a step. */
interface Typed {
  why: string;
  relief: string;
  photos: readonly PhotoRef[];
  /** Why there is no photo. */
  without: string;
  extension: Extension;
}

interface Extension {
  reason: ExtensionReason | null;
  text: string;
}

const nothing = (): Typed => ({
  ...{ why: '', relief: '', photos: [], without: '' },
  extension: { reason: null, text: '' },
});

interface AskedProps extends OfService {
  step: Step;
  margin: number;
  isExtendable: boolean;
  onClose(): void;
}

function Asked({ step, session, view, service, margin, isExtendable, onClose }: AskedProps): ReactElement {
  const [extending, setExtending] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRead, setIsRead] = useState(false);
  const { typed, change, keep } = useDraft(session, draftPlace(service.id, `step ${step}`), nothing);
  const { why, relief, photos, extension } = typed;
  const without = typed.without.trim();
  const what = whatIs(service);
  const { agency } = view.held.frame ?? {};
  const unread = step === 'start' && agency?.confirmInstructions ? unreadOf(view, service.site?.id) : [];
  const photoWhy =
    step === 'finish'
      ? endPhotoReason(
          service,
          agency?.endPhoto ?? { service: false, circuit: false },
          parts.some((part) => part.isEndPointOpen?.({ session, view, service })),
          session.now(),
        )
      : null;
  const site = service.site?.id;
  const mayTellRelief =
    step === 'finish' &&
    site !== undefined &&
    holds(view, 'createOwnServiceEvent') &&
    !view.held.frame?.typesOff[site]?.includes(handoverType);
  const isReady = (unread.length === 0 || isRead) && isEndProven(photoWhy, photos.length, endWithoutPhoto(without));
  const take = async (taken: Step, said?: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const isProven = taken === 'finish' && photoWhy !== null;
    const content = isProven && photos.length === 0 ? endWithoutPhoto(without) : said;
    try {
      for (const { id } of unread) await session.record(instructionRead, { instruction: id }, service.id);
      if (taken === 'finish' && mayTellRelief && relief.trim()) {
        await session.record(logbookEntry, { type: handoverType, description: relief.trim(), site }, service.id);
        change({ relief: '' });
      }
      const payload = { status: reachedBy[taken], ...(content ? { content } : {}) };
      await session.record(serviceStep, payload, service.id, isProven ? photos : []);
    } catch {
      setBusy(false);
      setProblem(notStored);
      return;
    }
    // Who extends still has his relief to tell.
    void keep(taken === 'extend' ? { ...typed, extension: nothing().extension } : null);
    navigator.vibrate?.(60);
    tell(doneOf(taken, what));
    onClose();
    // Nothing is left to do on its screen.
    if (taken === 'finish' && placeOf(currentHash()).path.startsWith('/terrain/service/'))
      replaceHash(service.circuit ? `/terrain/service/${service.circuit}` : '/terrain');
  };
  if (extending)
    return (
      <Sheet title={endWords(what).extension} onClose={() => setExtending(false)}>
        <Reason
          busy={busy}
          problem={problem}
          typed={extension}
          onChange={(changes) => change({ extension: { ...extension, ...changes } })}
          onBack={() => setExtending(false)}
          onReady={(text) => take('extend', text)}
        />
      </Sheet>
    );
  const end = endWords(what);
  const question =
    step === 'finish' && what !== 'stop'
      ? { title: end.title, message: isExtendable ? end.question : end.only, confirmLabel: labelOf('finish', what) }
      : questionOf(step, what, 'agent');
  const now = session.now();
  const open = step === 'finish' ? parts.flatMap((part) => part.beforeEnd?.({ session, view, service }) ?? []) : [];
  const isEarly = step === 'finish' && what !== 'stop' && isEndEarly(service, margin, now);
  return (
    <Sheet title={question.title} {...(busy ? {} : { onClose })}>
      <p>{question.message}</p>
      {step === 'start' ? (
        <p className={classes.dim}>
          Pendant le service, votre position accompagne ce que vous enregistrez ; jamais en pause ni après. Sans elle,
          tout fonctionne aussi.
        </p>
      ) : null}
      {isEarly ? (
        <p className={classes.warning}>
          Il reste {inHours(Math.ceil((service.end - now) / 60_000))} avant l’heure de fin prévue : la fin sera notée
          comme anticipée.
        </p>
      ) : null}
      {open.map((words) => (
        <p key={words} className={classes.warning}>
          {words}
        </p>
      ))}
      <Suspense fallback={null}>
        {unread.length > 0 ? <Confirmed session={session} instructions={unread} onChange={setIsRead} /> : null}
        {photoWhy ? (
          <EndPhoto
            session={session}
            why={photoWhy}
            photos={photos}
            reason={typed.without}
            onPhotos={(next) => change({ photos: next })}
            onReason={(reason) => change({ without: reason })}
          />
        ) : null}
      </Suspense>
      {mayTellRelief ? (
        <label className={classes.field}>
          Message pour la relève (facultatif)
          <textarea
            rows={2}
            maxLength={1_000}
            value={relief}
            onChange={(event) => change({ relief: event.currentTarget.value })}
          />
        </label>
      ) : null}
      {step === 'interrupt' || step === 'resume' ? (
        <label className={classes.field}>
          Motif (facultatif)
          <textarea
            rows={2}
            maxLength={500}
            value={why}
            onChange={(event) => change({ why: event.currentTarget.value })}
          />
        </label>
      ) : null}
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
      <div className={classes.answers}>
        {step === 'finish' && isExtendable ? (
          <button type="button" className={classes.other} disabled={busy} onClick={() => setExtending(true)}>
            {labelOf('extend', what)}
          </button>
        ) : null}
        <button type="button" className={classes.other} disabled={busy} onClick={onClose}>
          Annuler
        </button>
        <button
          type="button"
          className={classes.main}
          disabled={busy || !isReady}
          onClick={() => void take(step, why.trim())}
        >
          {question.confirmLabel}
        </button>
      </div>
    </Sheet>
  );
}

interface ReasonProps {
  busy: boolean;
  problem: string | null;
  typed: Extension;
  onChange(changes: Partial<Extension>): void;
  onBack(): void;
  onReady(content: string): void;
}

/** N-057 to N-061 */
function Reason({ busy, problem, typed: { reason, text }, onChange, onBack, onReady }: ReasonProps): ReactElement {
  const ready = isExtensionReady(reason, text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && reason && !busy) onReady(extensionContent(reason, text));
      }}
    >
      <fieldset className={classes.choices}>
        <legend>Motif de la prolongation</legend>
        {(Object.keys(extensionReasons) as ExtensionReason[]).map((key) => (
          <label key={key} className={classes.choice}>
            <input type="radio" name="reason" checked={reason === key} onChange={() => onChange({ reason: key })} />
            {extensionReasons[key]}
          </label>
        ))}
      </fieldset>
      <label className={classes.field}>
        Précisions
        <textarea
          rows={2}
          maxLength={500}
          required={reason === 'other'}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </label>
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
      <div className={classes.answers}>
        <button type="button" className={classes.other} disabled={busy} onClick={onBack}>
          Retour
        </button>
        <button type="submit" className={classes.main} disabled={!ready || busy}>
          Prolonger
        </button>
      </div>
    </form>
  );
}
