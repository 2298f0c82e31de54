// S-037: the three detectors with their states, permissions, calibration, and a drill.
import { type ReactElement, useState } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { isActive } from '#core/planning/status.ts';
import { fallStates } from '#core/safety/fall.ts';
import { inactivityStates } from '#core/safety/inactivity.ts';
import { perimeterStates } from '#core/safety/perimeter.ts';
import { noCalibration } from '#core/safety/told.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { useStore } from '#ui/client/store.ts';
import { zoneOf } from '../day.ts';
import field from '../field.module.css';
import type { OfPage } from '../part.ts';
import { Sheet } from '../Sheet.tsx';
import { canVibrate } from '../sensors/vibration.ts';
import { type Guard, guardOf } from './guard.ts';
import { Permissions } from './Permissions.tsx';
import classes from './safety.module.css';

const detectors = { fall: 'Chute', inactivity: 'Inactivité', perimeter: 'Périmètre' } as const;
const words: Record<keyof typeof detectors, Readonly<Record<string, string>>> = {
  fall: fallStates,
  inactivity: inactivityStates,
  perimeter: perimeterStates,
};
const shownLines = 8;

export default function Protection({ session, view }: OfPage): ReactElement {
  const guard = guardOf(session);
  const state = useStore(guard.view);
  const [calibrating, setCalibrating] = useState(false);
  const isAtWork = view.day.some(({ status }) => isActive(status));
  const zone = zoneOf(view.held);
  /** A detector without its sensor watches nothing. */
  const stateOf = (name: keyof typeof detectors): string | undefined =>
    state.on && !(name === 'perimeter' ? state.perimeterWorks : state.motionWorks) && state[name].state !== 'desktop'
      ? 'Ne peut pas surveiller'
      : words[name][state[name].state];
  const close = (): void => replaceHash('/terrain');
  return (
    <main className={field.body}>
      <Sheet title="Protection (PTI)" onClose={close}>
        <p>
          {state.on && !state.motionWorks
            ? 'Ce téléphone ne peut voir ni une chute ni l’inactivité : autorisez les mouvements, ou répondez aux contrôles.'
            : state.on
              ? 'Ce téléphone veille sur vous tant que cet écran reste allumé.'
              : isAtWork
                ? 'La protection est arrêtée : pause, trajet, ou site qui ne la demande pas.'
                : 'La protection ne fonctionne que pendant un service.'}
        </p>
        <ul className={field.list} aria-label="Détecteurs">
          {(Object.keys(detectors) as (keyof typeof detectors)[]).map((name) => (
            <li key={name} className={field.line}>
              <span className={classes.permission}>
                <strong>{detectors[name]}</strong>
                <span>{stateOf(name)}</span>
              </span>
            </li>
          ))}
        </ul>
        <Permissions guard={guard} session={session} />
        <div className={classes.calls}>
          <button type="button" className={field.other} onClick={() => setCalibrating(true)}>
            Calibrer la détection de chute
          </button>
          <button
            type="button"
            className={field.other}
            onClick={() => void guard.sound.unlock().then(() => guard.sound.once())}
          >
            Tester la sonnerie
          </button>
          {isAtWork ? (
            <button
              type="button"
              className={field.other}
              onClick={() => {
                void guard.report('sos', true);
                close();
              }}
            >
              Lancer un essai d’alerte
            </button>
          ) : null}
        </div>
        {state.log.length > 0 ? (
          <details>
            <summary className={classes.summary}>Derniers changements</summary>
            <ul className={field.list}>
              {state.log.slice(0, shownLines).map(({ at, what, state: reached }) => (
                <li key={`${at} ${what}`}>
                  {wallClock(new Date(at), zone).time} · {detectors[what as keyof typeof detectors]} :{' '}
                  {words[what as keyof typeof detectors][reached]}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        <button type="button" className={field.main} onClick={close}>
          Fermer
        </button>
      </Sheet>
      {calibrating ? <Calibration guard={guard} onClose={() => setCalibrating(false)} /> : null}
    </main>
  );
}

function Calibration({ guard, onClose }: { guard: Guard; onClose(): void }): ReactElement {
  const { fall, on } = useStore(guard.view);
  const [begun, setBegun] = useState(false);
  const isRunning = fall.state === 'calibrating';
  // S-006: it ends with a vibration, which is felt where the phone is worn.
  const isPossible = canVibrate() && on && fall.state !== 'desktop';
  return (
    <Sheet title="Calibration" onClose={onClose}>
      {isPossible ? (
        <p role="status">
          {isRunning
            ? 'Restez debout et immobile…'
            : begun
              ? 'Calibration terminée.'
              : 'Portez le téléphone comme pendant votre service, tenez-vous debout et immobile trois secondes : une vibration annonce la fin.'}
        </p>
      ) : (
        <p role="alert">
          <strong>{noCalibration}</strong>{' '}
          {on ? 'Ce téléphone ne vibre pas.' : 'La protection doit être en marche, pendant un service.'}
        </p>
      )}
      <div className={field.answers}>
        {isPossible && !isRunning ? (
          <button
            type="button"
            className={field.other}
            onClick={() => {
              setBegun(true);
              guard.calibrate();
            }}
          >
            Commencer
          </button>
        ) : null}
        <button type="button" className={field.main} onClick={onClose}>
          Fermer
        </button>
      </div>
    </Sheet>
  );
}
