// What the protection needs of the phone: granted, refused or absent, and how to mend it (S-007, S-030).
import { type ReactElement, useState } from 'react';
import { noSettings, placeAdvice } from '#core/safety/told.ts';
import { useStore } from '#ui/client/store.ts';
import field from '../field.module.css';
import type { Permission } from '../sensors/position.ts';
import { canVibrate } from '../sensors/vibration.ts';
import type { FieldSession } from '../session.ts';
import type { Guard } from './guard.ts';
import classes from './safety.module.css';

const states: Record<Permission, string> = {
  unknown: 'À autoriser',
  absent: 'Absent de ce téléphone',
  refused: 'Refusé',
  granted: 'Autorisé',
};

export function Permissions({ guard, session }: { guard: Guard; session: FieldSession }): ReactElement {
  const motion = useStore(guard.motion.permission);
  const position = useStore(session.position.permission);
  const wakeLock = useStore(guard.wakeLock.permission);
  const sound = useStore(guard.sound.permission);
  const problem = useStore(guard.sound.problem);
  const [told, setTold] = useState(false);
  const vibration: Permission = canVibrate() ? 'granted' : 'absent';
  const lines: readonly [name: string, state: Permission, advice: string][] = [
    ['Mouvements (accéléromètre et gyroscope)', motion, 'Sans eux, ni les chutes ni l’inactivité ne sont vues.'],
    ['Position', position, `${placeAdvice.fine}. ${placeAdvice.background}.`],
    ['Écran maintenu allumé', wakeLock, 'Écran éteint, ce téléphone ne surveille plus rien.'],
    ['Sonnerie', sound, problem ?? 'Montez le volume ; le mode silencieux peut la couper.'],
    ['Vibration', vibration, 'Ce téléphone ne vibre pas : fiez-vous à la sonnerie et à l’écran.'],
  ];
  const isRefused = lines.some(([, state]) => state === 'refused');
  return (
    <>
      <ul className={field.list}>
        {lines.map(([name, state, advice]) => (
          <li key={name} className={field.line}>
            <span className={classes.permission}>
              <strong>{name}</strong>
              <span data-state={state}>{states[state]}</span>
            </span>
            {state === 'granted' ? null : <span className={field.dim}>{advice}</span>}
          </li>
        ))}
      </ul>
      <div className={classes.calls}>
        <button type="button" className={field.main} onClick={() => void guard.permit()}>
          Autoriser
        </button>
        {isRefused ? (
          <button type="button" className={field.other} onClick={() => setTold(true)}>
            Ouvrir les paramètres
          </button>
        ) : null}
      </div>
      {told ? (
        // A page cannot open the settings of a phone.
        <p role="alert">
          <strong>{noSettings}</strong>. Ouvrez-les vous-même : Paramètres, Applications, votre navigateur,
          Autorisations.
        </p>
      ) : null}
    </>
  );
}
