// What the server could not apply, on the home and on the screen of its service: who acted there looks there.
import { type ReactElement, useState } from 'react';
import { settlements } from '#core/field/settlements.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { plural } from '#ui/format.ts';
import { dayWords, zoneOf } from './day.ts';
import classes from './field.module.css';
import { Sheet } from './Sheet.tsx';
import type { FieldSession, FieldView } from './session.ts';

interface Props {
  session: FieldSession;
  view: FieldView;
  /** Only what is about it. */
  service?: string;
}

/** Decision 87: what the server could not apply. */
export function Kept({ session, view, service }: Props): ReactElement | null {
  const [open, setOpen] = useState(false);
  const kept = view.kept.filter((one) => !one.isRead && (!service || one.service === service));
  if (kept.length === 0) return null;
  const zone = zoneOf(view.held);
  const undecided = kept.filter(({ settled }) => !settled).length;
  return (
    <>
      <button type="button" className={classes.warningLine} onClick={() => setOpen(true)}>
        {undecided > 0
          ? `${plural(undecided, 'élément')} à vérifier par l’agence`
          : `Votre agence a décidé : ${plural(kept.length, 'élément')} à lire`}
      </button>
      {open ? (
        <Sheet title="À vérifier par l’agence" onClose={() => setOpen(false)}>
          {undecided > 0 ? (
            <p>Ces éléments sont transmis et gardés. Votre agence décide de leur suite ; vous n’avez rien à refaire.</p>
          ) : null}
          <ul className={classes.list}>
            {kept.map(({ uuid, at, words, reason, settled }) => (
              <li key={uuid} className={classes.line}>
                <span className={classes.dim}>
                  {dayWords(at, zone, session.now())} {wallClock(new Date(at), zone).time}
                </span>
                <strong>{settled ? `${settlements[settled]} : ${words}` : words}</strong>
                <span>{settled ? null : reason}</span>
              </li>
            ))}
          </ul>
          <div className={classes.answers}>
            <button type="button" className={classes.other} onClick={() => setOpen(false)}>
              Fermer
            </button>
            <button
              type="button"
              className={classes.main}
              onClick={() => {
                setOpen(false);
                void session.forgetKept(kept);
              }}
            >
              J’ai lu
            </button>
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
