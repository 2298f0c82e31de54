// Files that the agency joined to a text: each opens where it is listed, from this telephone while it is kept, else by the
// network.
import { type ReactElement, useEffect, useState } from 'react';
import { FileContent } from './FileContent.tsx';
import classes from './field.module.css';
import type { FieldSession } from './session.ts';

interface OfFile {
  session: Pick<FieldSession, 'readImage'>;
  id: string;
  name: string;
}

interface Props extends Pick<OfFile, 'session'> {
  files: readonly { id: string; name: string }[] | null | undefined;
}

export function AttachedFiles({ session, files }: Props): ReactElement | null {
  const [opened, setOpened] = useState<string | null>(null);
  if (!files || files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Pièces jointes">
      {files.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.other}
            aria-expanded={opened === id}
            onClick={() => setOpened(opened === id ? null : id)}
          >
            {name}
          </button>
          {opened === id ? <ReadFile session={session} id={id} name={name} /> : null}
        </li>
      ))}
    </ul>
  );
}

export function ReadFile(of: OfFile): ReactElement {
  const [tries, setTries] = useState(0);
  return <Read key={tries} onRetry={() => setTries(tries + 1)} {...of} />;
}

function Read({ session, id, name, onRetry }: OfFile & { onRetry(): void }): ReactElement {
  const [content, setContent] = useState<Blob | 'absent' | null>(null);
  useEffect(() => {
    let isHere = true;
    void session.readImage(id, 'whole').then((found) => {
      if (isHere) setContent(found ?? 'absent');
    });
    return () => {
      isHere = false;
    };
  }, [session, id]);
  if (content === null) return <p role="status">Ouverture…</p>;
  if (content !== 'absent') return <FileContent content={content} name={name} />;
  return (
    <>
      <p role="alert">Cette pièce jointe s’ouvre avec du réseau : réessayez quand il est revenu.</p>
      <button type="button" className={classes.other} onClick={onRetry}>
        Réessayer
      </button>
    </>
  );
}
