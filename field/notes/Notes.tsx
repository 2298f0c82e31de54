// Notes of the agency, read and confirmed without a network (AD).
import { type ReactElement, useEffect, useState } from 'react';
import { noteRead } from '#core/notes/note-message.ts';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { dayWords, zoneOf } from '../day.ts';
import { FileContent } from '../FileContent.tsx';
import classes from '../field.module.css';
import { fetchFile } from '../images.ts';
import { KeptImage } from '../instructions/KeptImage.tsx';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
import type { FieldSession } from '../session.ts';
import { isConfirmed, isRead, type Note } from './unread.ts';

export default function Notes({ session, view, rest: [noteId, fileId] }: OfPage): ReactElement {
  const notes = view.held.informationNotes.toSorted((one, other) =>
    (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''),
  );
  const zone = zoneOf(view.held);
  const mark = (note: Note, acknowledged?: true): void => {
    if (!note.receiptId || (acknowledged ? isConfirmed : isRead)(view, note)) return;
    void session.record(noteRead, { receipt: note.receiptId, ...(acknowledged ? { acknowledged } : {}) }, null);
  };
  const opened = notes.find(({ id }) => id === noteId);
  const file = opened?.files?.find(({ id }) => id === fileId);
  if (file)
    return (
      <NoteFile key={file.id} session={session} id={file.id} name={file.name} back={`#/terrain/notes/${noteId}`} />
    );
  return (
    <Page title="Notes d’information">
      {notes.length === 0 ? <p>Aucune note pour vous en ce moment.</p> : null}
      {notes.map((note) => (
        <details
          key={note.id}
          className={classes.details}
          open={note === opened}
          onToggle={(event) => {
            if (event.currentTarget.open) mark(note);
          }}
        >
          <summary>
            {note.title}
            {(note.mandatory ? isConfirmed : isRead)(view, note) ? null : (
              <strong className={classes.mark}>{note.mandatory ? 'à confirmer' : 'à lire'}</strong>
            )}
          </summary>
          {note.publishedAt ? (
            <p className={classes.dim}>{dayWords(Date.parse(note.publishedAt), zone, session.now())}</p>
          ) : null}
          <SafeHtml value={note.content ?? ''} picture={KeptImage} />
          {(note.files ?? []).length > 0 ? (
            <ul className={classes.list} aria-label="Pièces jointes">
              {(note.files ?? []).map(({ id, name }) => (
                <li key={id}>
                  <a className={classes.line} href={`#/terrain/notes/${note.id}/${id}`}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {note.mandatory ? <Confirming isDone={isConfirmed(view, note)} onConfirm={() => mark(note, true)} /> : null}
        </details>
      ))}
    </Page>
  );
}

interface FileProps {
  session: FieldSession;
  id: string;
  name: string;
  back: string;
}

function NoteFile({ name, back, ...of }: FileProps): ReactElement {
  const [tries, setTries] = useState(0);
  return (
    <Page title={name} back={back}>
      <FileByNetwork key={tries} name={name} onRetry={() => setTries(tries + 1)} {...of} />
    </Page>
  );
}

function FileByNetwork({
  session,
  id,
  name,
  onRetry,
}: Omit<FileProps, 'back'> & { onRetry(): void }): ReactElement | null {
  const [content, setContent] = useState<Blob | 'absent' | null>(null);
  useEffect(() => {
    let isHere = true;
    const show = (found: Blob | 'absent'): void => {
      if (isHere) setContent(found);
    };
    void fetchFile(session.device, id).then(show, () => show('absent'));
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

function Confirming({ isDone, onConfirm }: { isDone: boolean; onConfirm(): void }): ReactElement {
  const [asked, setAsked] = useState(false);
  return isDone ? (
    <p role="status">Vous avez confirmé en avoir pris connaissance.</p>
  ) : (
    <button
      type="button"
      className={classes.main}
      disabled={asked}
      onClick={() => {
        setAsked(true);
        onConfirm();
      }}
    >
      J’ai pris connaissance de cette note
    </button>
  );
}
