// The instructions of a site, as it opens them to its agents (I-022): each with its files, and « J’ai lu et compris ».
import { type ReactElement, useId } from 'react';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { AttachedFiles } from '../AttachedFiles.tsx';
import { dayWords, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import type { Opened } from '../part.ts';
import { KeptImage } from './KeptImage.tsx';
import { instructionsOf, unreadOf } from './unread.ts';

interface Props extends Opened {
  site: string | undefined;
  /** At whose screen they are read. */
  service: string | null;
}

/** The buttons at the thumb cover the end of a long page: what opens below them moves to the top. */
function reveal(opened: HTMLDetailsElement): void {
  const buttons = document.querySelector(`.${classes.steps}`)?.getBoundingClientRect().top ?? window.innerHeight;
  if (opened.open && opened.getBoundingClientRect().bottom > buttons) opened.scrollIntoView({ block: 'start' });
}

export function Instructions({ session, view, site, service }: Props): ReactElement | null {
  const heading = useId();
  const instructions = instructionsOf(view, site);
  const unread = new Set(unreadOf(view, site).map(({ id }) => id));
  if (instructions.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.part}>
        Consignes
      </h2>
      {instructions.map(({ id, title, date, content, files }) => (
        <details key={id} className={classes.details} onToggle={(event) => reveal(event.currentTarget)}>
          <summary>
            {title}
            {unread.has(id) ? <strong className={classes.mark}>à lire</strong> : null}
          </summary>
          {date ? <p className={classes.dim}>{dayWords(Date.parse(date), zoneOf(view.held), session.now())}</p> : null}
          <SafeHtml value={content ?? ''} picture={KeptImage} />
          <AttachedFiles session={session} files={files} />
          {unread.has(id) ? (
            <button
              type="button"
              className={classes.other}
              onClick={() => void session.record(instructionRead, { instruction: id }, service)}
            >
              J’ai lu et compris
            </button>
          ) : null}
        </details>
      ))}
    </section>
  );
}
