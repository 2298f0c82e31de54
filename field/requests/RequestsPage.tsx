// « Mes demandes » on the phone: the list with its answers and conversations, and a new one.
import { type ReactElement, useState } from 'react';
import { isImage } from '#core/files/files.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { StoredFile } from '#core/kernel/values.ts';
import { monthText } from '#core/planning/days.ts';
import { longestMessage } from '#core/requests/limits.ts';
import { requestMessage } from '#core/requests/messages.ts';
import { requestMachine, requestStatus } from '#core/requests/status.ts';
import { zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import { holds, type OfPage } from '../part.ts';
import { SentPhotos } from '../SentPhotos.tsx';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import { Asking } from './Asking.tsx';
import {
  type KnownRequest,
  markRead,
  type Reading,
  useKnown,
  waitingMessages,
  waitingRequests,
  withdrawRequest,
} from './known.ts';

export default function RequestsPage(props: OfPage): ReactElement {
  const { session, view, rest } = props;
  const reading = useKnown(session, view);
  const { known, isOld } = reading;
  if (rest[0] === 'nouvelle') return <Asking {...props} known={known} />;
  const waiting = known ? waitingRequests(view, known) : [];
  return (
    <Page title="Mes demandes">
      {holds(view, 'createOwnAgentRequest') ? (
        <a className={classes.main} href="#/terrain/demandes/nouvelle">
          Faire une demande
        </a>
      ) : null}
      {known === null ? <p aria-busy>Lecture de vos demandes…</p> : null}
      {known && isOld ? (
        <p role="status" className={classes.note}>
          Pas de réseau : voici ce que ce téléphone a gardé.
        </p>
      ) : null}
      {known && known.requests.length + waiting.length === 0 ? <p>Aucune demande pour l’instant.</p> : null}
      {waiting.map(({ request, subject }) => (
        <p key={request} className={classes.line}>
          <strong>{subject}</strong>
          <span className={classes.dim}>Part dès qu’il y a du réseau</span>
        </p>
      ))}
      {known?.requests.map((one) => (
        <One key={one.id} {...props} request={one} reading={reading} />
      ))}
    </Page>
  );
}

const machine = requestMachine('agent');

function One({ session, view, request, reading }: OfPage & { request: KnownRequest; reading: Reading }): ReactElement {
  const zone = zoneOf(view.held);
  const dayAt = (moment: string): string => frenchDay(wallClock(moment, zone).day);
  const { id, subject, content, requestType, status, createdAt, startAt, endAt, answeredBy, isUnread } = request;
  const waiting = waitingMessages(view, request);
  return (
    <details
      className={classes.details}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        if (isUnread) void markRead(session, id).then(() => reading.refresh());
        else reading.refresh();
      }}
    >
      <summary>
        {subject}
        <strong className={classes.mark}>{isUnread ? 'réponse à lire' : stateOf(machine, status).label}</strong>
      </summary>
      <p className={classes.dim}>
        {requestType.name}, le {dayAt(createdAt)}
      </p>
      {startAt && endAt ? (
        <p>
          Du {dayAt(startAt)} au {dayAt(endAt)}
        </p>
      ) : null}
      {request.reason ? <p>{request.reason.name}</p> : null}
      {request.amount == null ? null : <p>Montant demandé : {request.amount.toFixed(2).replace('.', ',')}</p>}
      {content ? <p>{content}</p> : null}
      <SentPhotos session={session} photos={request.attachments.filter(({ mimeType }) => isImage(mimeType))} />
      {request.attachments.map((file) => (isImage(file.mimeType) ? null : <Attached key={file.id} file={file} />))}
      <p role="status">
        {stateOf(machine, status).label}
        {answeredBy ? ` par ${answeredBy}` : ''}
        {request.unavailability ? ' : votre absence est au planning.' : ''}
        {request.salaryElement ? ` : retenu sur la paie de ${monthText(request.salaryElement.date.slice(0, 7))}.` : ''}
      </p>
      {request.messages.map((one) => (
        <p key={one.id}>
          <span className={classes.dim}>
            {one.side === 'AGENCY' ? `${one.author ?? 'Votre agence'} · votre agence` : 'Vous'}, le {dayAt(one.at)}
          </span>
          <br />
          {one.content}
        </p>
      ))}
      {waiting.map((text) => (
        <p key={text}>
          <span className={classes.dim}>Vous, part dès qu’il y a du réseau</span>
          <br />
          {text}
        </p>
      ))}
      <Writing session={session} id={id} onWritten={() => reading.refresh(id)} />
      {status === requestStatus.pending && holds(view, 'deleteOwnAgentRequest') ? (
        <Withdrawing session={session} id={id} onDone={() => reading.refresh()} />
      ) : null}
    </details>
  );
}

/** Asked twice, since it cannot be undone; needs the network, for the agency may be answering. */
function Withdrawing({ session, id, onDone }: Pick<OfPage, 'session'> & { id: string; onDone(): void }): ReactElement {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const withdraw = async (): Promise<void> => {
    setProblem(null);
    const { status, message } = await withdrawRequest(session, id);
    if (status >= 200 && status < 300) {
      tell('Demande retirée');
      onDone();
    } else setProblem(message);
    setAsked(false);
  };
  return (
    <>
      {problem ? <p role="alert">{problem}</p> : null}
      <button type="button" className={classes.other} onClick={() => (isAsked ? void withdraw() : setAsked(true))}>
        {isAsked ? 'Oui, retirer cette demande' : 'Retirer ma demande'}
      </button>
    </>
  );
}

/** What is no photo, such as a PDF joined at the desk. */
function Attached({ file }: { file: StoredFile }): ReactElement {
  const [isAbsent, setAbsent] = useState(false);
  const save = async (): Promise<void> => {
    setAbsent(false);
    try {
      await (await import('#ui/files/upload.ts')).download(file);
    } catch {
      setAbsent(true);
    }
  };
  return (
    <>
      <button type="button" className={classes.other} onClick={() => void save()}>
        Enregistrer {file.name}
      </button>
      {isAbsent ? <p role="alert">Ce fichier ne peut pas être lu maintenant : réessayez avec du réseau.</p> : null}
    </>
  );
}

function Writing({
  session,
  id,
  onWritten,
}: Pick<OfPage, 'session'> & { id: string; onWritten(): void }): ReactElement {
  const { typed, change, keep } = useDraft<{ content: string }>(session, `request-message-${id}`, () => ({
    content: '',
  }));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await session.record(requestMessage, { request: id, content: typed.content.trim() }, null);
      await keep(null);
      change({ content: '' });
      tell('Message enregistré');
      onWritten();
    } catch {
      setProblem(notStored);
    }
    setBusy(false);
  };
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && typed.content.trim() !== '') void send();
      }}
    >
      <label className={classes.field}>
        Votre message
        <textarea
          rows={2}
          maxLength={longestMessage}
          value={typed.content}
          onChange={(event) => change({ content: event.currentTarget.value })}
        />
      </label>
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
      <button type="submit" className={classes.other} disabled={busy || typed.content.trim() === ''}>
        Envoyer
      </button>
    </form>
  );
}
