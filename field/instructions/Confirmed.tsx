// The instructions to confirm before a service starts, where the agency asks for it.
import { type ReactElement, useState } from 'react';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { AttachedFiles } from '../AttachedFiles.tsx';
import classes from '../field.module.css';
import type { FieldSession } from '../session.ts';
import { KeptImage } from './KeptImage.tsx';
import type { Instruction } from './unread.ts';

interface Props {
  session: FieldSession;
  instructions: readonly Instruction[];
  /** Called when all of them are confirmed, or no longer are. */
  onChange(isReady: boolean): void;
}

export default function Confirmed({ session, instructions, onChange }: Props): ReactElement {
  const [read, setRead] = useState<readonly string[]>([]);
  const turn = (id: string, isRead: boolean): void => {
    const next = isRead ? [...read, id] : read.filter((one) => one !== id);
    setRead(next);
    onChange(instructions.every((one) => next.includes(one.id)));
  };
  return (
    <section aria-label="Consignes à confirmer" className={classes.body}>
      <p>Lisez ces consignes du site, puis confirmez chacune.</p>
      {instructions.map(({ id, title, content, files }) => (
        <article key={id} className={classes.card}>
          <h3>{title}</h3>
          <SafeHtml value={content ?? ''} picture={KeptImage} />
          <AttachedFiles session={session} files={files} />
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={read.includes(id)}
              onChange={(event) => turn(id, event.currentTarget.checked)}
            />
            J’ai lu et compris
          </label>
        </article>
      ))}
    </section>
  );
}
