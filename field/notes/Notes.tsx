// Notes of the agency, read and confirmed without a network (AD).
import { type ReactElement, useState } from 'react';
import { noteRead } from '#core/notes/note-message.ts';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { ReadFile } from '../AttachedFiles.tsx';
import { dayWords, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { KeptImage } from '../instructions/KeptImage.tsx';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
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
      <Page title={file.name} back={`#/terrain/notes/${noteId}`}>
        <ReadFile key={file.id} session={session} id={file.id} name={file.name} />
      </Page>
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
