// On every screen: while a service runs the state of the protection, SOS and the question « Tout va bien ? »; the reports.

import { type ReactElement, useEffect, useRef, useState } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { quoted } from '#core/kernel/quoted.ts';
import type { OwnAlarm } from '#core/safety/calls.ts';
import { drillMark } from '#core/safety/report.ts';
import { sentWords } from '#core/safety/told.ts';
import { useStore } from '#ui/client/store.ts';
import { zoneOf } from '../day.ts';
import field from '../field.module.css';
import type { Opened } from '../part.ts';
import { InSheets, Sheet } from '../Sheet.tsx';
import { Calls } from './Calls.tsx';
import { type Guard, guardOf, type Question } from './guard.ts';
import { Permissions } from './Permissions.tsx';
import { asksPermissions } from './permissions.ts';
import { SosButton } from './SosButton.tsx';
import classes from './safety.module.css';
import type { Sent } from './sent.ts';

const howTo = `Maintenez ${quoted('SOS')} deux secondes pour alerter votre agence, ou appelez.`;

interface Props extends Opened {
  isAtWork: boolean;
}

export default function Guarding({ session, view, isAtWork }: Props): ReactElement | null {
  const guard = guardOf(session);
  const { on, motionWorks, perimeterWorks, question, sent, alarms, perimeter } = useStore(guard.view);
  const motion = useStore(guard.motion.permission);
  const wakeLock = useStore(guard.wakeLock.permission);
  /** Where SOS was when it was touched: its sheet has it at the same place, above the backdrop. */
  const [calling, setCalling] = useState<DOMRect | null>(null);
  const sos = useRef<HTMLDivElement>(null);
  const [permitting, setPermitting] = useState(false);
  useEffect(() => {
    guard.start();
    return () => guard.stop();
  }, [guard]);
  // S-038: the platform says whether the permissions are asked for by themselves.
  useEffect(() => {
    if (!on) return;
    let isGone = false;
    void asksPermissions().then((asks) => {
      if (asks && !isGone) setPermitting(true);
    });
    return () => {
      isGone = true;
    };
  }, [on]);
  const troubles = [
    ...(motionWorks || motion === 'unknown' ? [] : ['ni chute ni inactivité']),
    ...(perimeterWorks || perimeter.state === 'desktop' ? [] : ['pas de périmètre']),
    ...(wakeLock === 'granted' || wakeLock === 'unknown' ? [] : ['gardez l’écran allumé']),
  ];
  // The agency lost sight of this phone, and has not closed its alarm.
  const isSought = alarms.some(({ kind, state }) => kind === 'silence' && state !== 'CLOSED');
  const words = !on
    ? view.link === 'lost'
      ? 'Sans réseau : un SOS attendra, appelez aussi'
      : 'SOS disponible'
    : troubles.length > 0
      ? `Protection incomplète : ${troubles.join(', ')}`
      : 'Protection active';
  // The sheet gives way to what is said of the report.
  const sosInHelp = (): void => {
    setCalling(null);
    void guard.report('sos', false);
  };
  const reports = (
    <Reports guard={guard} sent={sent} alarms={alarms} zone={zoneOf(view.held)}>
      <Calls guard={guard} view={view} />
    </Reports>
  );
  if (!isAtWork)
    return sent.length === 0 ? null : (
      <section className={classes.bar} aria-label="Protection">
        {reports}
      </section>
    );
  return (
    <section className={classes.bar} aria-label="Protection">
      <div className={`${classes.row} ${classes.top}`}>
        <a className={classes.state} href="#/terrain/protection" data-trouble={on && troubles.length > 0}>
          {words}
        </a>
        <div ref={sos}>
          <SosButton
            onSos={() => void guard.report('sos', false)}
            onTap={() => setCalling(sos.current?.getBoundingClientRect() ?? null)}
          />
        </div>
      </div>
      {isSought ? (
        <div role="alert" className={classes.report} data-waiting>
          <p>
            <strong>Votre agence vous cherche.</strong> Elle n’avait plus de nouvelles de ce téléphone. Appelez-la.
          </p>
          {sent.length === 0 ? <Calls guard={null} view={view} /> : null}
        </div>
      ) : null}
      {reports}
      {question ? <Asked guard={guard} question={question} /> : null}
      {calling ? (
        <InSheets value={<SameSos at={calling} onSos={sosInHelp} onTap={() => undefined} />}>
          <Sheet title="Besoin d’aide ?" onClose={() => setCalling(null)}>
            <p>{howTo}</p>
            <Calls guard={guard} view={view} />
            <div className={field.answers}>
              <button type="button" className={field.main} onClick={() => setCalling(null)}>
                Fermer
              </button>
            </div>
          </Sheet>
        </InSheets>
      ) : null}
      {permitting && !question ? (
        <Sheet title="Autorisations de la protection" onClose={() => setPermitting(false)}>
          <Permissions guard={guard} session={session} />
          <button type="button" className={field.other} onClick={() => setPermitting(false)}>
            Plus tard
          </button>
        </Sheet>
      ) : null}
    </section>
  );
}

type Pressed = Parameters<typeof SosButton>[0];

/** A thumb that pressed too short presses again where it is. */
const SameSos = ({ at: { top, left, width, height }, ...pressed }: Pressed & { at: DOMRect }): ReactElement => (
  <div className={classes.same} style={{ top, left, width, height }}>
    <SosButton {...pressed} />
  </div>
);

/** Last in its sheet, which gives the focus to its first button; in sight however long the sheet is. */
const HeldSos = (pressed: Pressed): ReactElement => (
  <div className={classes.held}>
    <SosButton {...pressed} />
  </div>
);

/** SOS in a sheet, with what is said of the reports: the bar lies behind. */
export function SheetSos({ session, view }: Opened): ReactElement {
  const guard = guardOf(session);
  const { sent, alarms } = useStore(guard.view);
  const [calling, setCalling] = useState(false);
  const calls = <Calls guard={guard} view={view} />;
  return (
    <>
      <Reports guard={guard} sent={sent} alarms={alarms} zone={zoneOf(view.held)}>
        {calls}
      </Reports>
      {calling && sent.length === 0 ? (
        <>
          <p>{howTo}</p>
          {calls}
        </>
      ) : null}
      <HeldSos onSos={() => void guard.report('sos', false)} onTap={() => setCalling(true)} />
    </>
  );
}

const questions: Record<Question['of'], string> = {
  fall: 'Une chute semble s’être produite.',
  inactivity: 'Aucun mouvement n’est détecté.',
  perimeter: 'Vous êtes sorti du périmètre du site.',
  check: 'Contrôle périodique : confirmez que tout va bien.',
};

function Asked({ guard, question: { of, left } }: { guard: Guard; question: Question }): ReactElement {
  return (
    <Sheet title="Tout va bien ?">
      <p>{questions[of]}</p>
      <p className={classes.count} role="timer" aria-live="assertive">
        {left}
      </p>
      <p>Sans réponse, votre agence est alertée.</p>
      <button type="button" className={field.main} onClick={() => guard.dismiss()}>
        R.A.S
      </button>
    </Sheet>
  );
}

interface ReportsProps {
  guard: Guard;
  sent: readonly Sent[];
  alarms: readonly OwnAlarm[];
  zone: string;
  /** The ways to call. */
  children: ReactElement;
}

/** A report that the agency does not have says so, and how to call. */
function Reports({ guard, sent, alarms, zone, children }: ReportsProps): ReactElement | null {
  if (sent.length === 0) return null;
  const isWaiting = sent.some(({ state }) => state !== 'received');
  return (
    <div className={classes.reports}>
      {sent.map((one) => (
        <div key={one.uuid} role="alert" className={classes.report} data-waiting={one.state !== 'received'}>
          {one.drill ? <strong>{drillMark}</strong> : null}
          {one.state === 'received' ? (
            <>
              {sentWords[one.kind].map((words) => (
                <p key={words}>{words}</p>
              ))}
              <p>{answerOf(one, alarms, zone)}</p>
            </>
          ) : one.state === 'refused' ? (
            <p>
              <strong>Votre agence n’a PAS confirmé cette alerte.</strong> Elle ne partira plus d’elle-même. Appelez.
            </p>
          ) : (
            <p>
              <strong>Votre agence n’a PAS encore reçu cette alerte.</strong> Elle est enregistrée et partira dès que le
              réseau reviendra. Appelez.
            </p>
          )}
          {one.state === 'received' || one.state === 'refused' ? (
            <button type="button" className={field.other} onClick={() => guard.forget(one.uuid)}>
              Fermer
            </button>
          ) : null}
        </div>
      ))}
      {isWaiting || sent.some(({ kind }) => kind !== 'return') ? children : null}
    </div>
  );
}

/** What the agency does about it. Another report of the same kind may have raised it. */
function answerOf({ uuid, kind, drill, at }: Sent, alarms: readonly OwnAlarm[], zone: string): string {
  const alarm = alarms.find(({ id }) => id === uuid) ?? alarms.find((one) => one.kind === kind && one.drill === drill);
  const by = alarm?.by ?? 'votre agence';
  switch (alarm?.state) {
    case 'ACKNOWLEDGED':
      return `Vue par ${by}.`;
    case 'TAKEN':
      return `Prise en charge par ${by}.`;
    case 'CLOSED':
      return `Close par ${by}.`;
    default:
      return `Reçue par votre agence, signalée à ${wallClock(new Date(at), zone).time}.`;
  }
}
