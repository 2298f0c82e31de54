// What the server could not apply, on the home and on the screen of its service: who acted there looks there.
import { type ReactElement, useState } from 'react';
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
  const kept = service ? view.kept.filter((one) => one.service === service) : view.kept;
  if (kept.length === 0) return null;
  const zone = zoneOf(view.held);
  return (
    <>
      <button type="button" className={classes.warningLine} onClick={() => setOpen(true)}>
        {plural(kept.length, 'élément')} à vérifier par l’agence
      </button>
      {open ? (
        <Sheet title="À vérifier par l’agence" onClose={() => setOpen(false)}>
          <p>Ces éléments sont transmis et gardés. Votre agence décide de leur suite ; vous n’avez rien à refaire.</p>
          <ul className={classes.list}>
            {kept.map(({ uuid, at, words, reason }) => (
              <li key={uuid} className={classes.line}>
                <span className={classes.dim}>
                  {dayWords(at, zone, session.now())} {wallClock(new Date(at), zone).time}
                </span>
                <strong>{words}</strong>
                <span>{reason}</span>
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
