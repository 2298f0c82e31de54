// « Mes documents »: the list of the last reading, and each document; what was opened once opens without a network.
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { documentExpiry } from '#core/documents/expiry.ts';
import { isImage } from '#core/files/files.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
import type { FieldSession } from '../session.ts';
import { type HeldPaper, opensOffline, type Shelf } from './kept.ts';
import own from './papers.module.css';

const PdfPages = lazy(() => import('#ui/files/PdfPages.tsx'));

interface Read {
  shelf: Shelf | null;
  /** Why the list is not of now. */
  problem: string | null;
  isFresh: boolean;
}

/** Read again when the list is shown again: what was opened meanwhile is on the telephone. */
function useShelf(session: FieldSession, id: string | undefined): Read {
  const [read, setRead] = useState<Read>({ shelf: null, problem: null, isFresh: false });
  useEffect(() => {
    let isHere = true;
    const show = (next: Partial<Read>): void => {
      if (isHere) setRead((before) => ({ ...before, ...next }));
    };
    void (async () => {
      const papers = await session.papers();
      const held = await papers.read();
      show({ shelf: held });
      if (held.papers.some((one) => one.id === id)) return;
      const { shelf, said } = await papers.refresh();
      show(shelf ? { shelf, isFresh: true, problem: null } : { problem: said.message });
    })();
    return () => {
      isHere = false;
    };
  }, [session, id]);
  return read;
}

export default function PapersScreen({ session, view, rest: [id] }: OfPage): ReactElement {
  const { shelf, problem, isFresh } = useShelf(session, id);
  const paper = shelf?.papers.find((one) => one.id === id);
  if (id !== undefined && paper) return <Paper key={`${paper.id} ${paper.edition}`} session={session} paper={paper} />;
  return (
    <Page title="Mes documents">
      {problem === null ? null : <p role="status">{problem} Ceux que vous avez déjà ouverts restent lisibles.</p>}
      {shelf && shelf.papers.length === 0 && (isFresh || problem !== null) ? (
        <p>Aucun document pour vous en ce moment.</p>
      ) : null}
      <ul className={classes.list}>
        {(shelf?.papers ?? []).map((one) => (
          <li key={one.id}>
            <a className={classes.line} href={`#/terrain/documents/${one.id}`}>
              <strong>
                {one.name} {one.isNew ? <span className={classes.mark}>nouveau</span> : null}
              </strong>
              <span className={classes.dim}>{wordsOf(one, shelf as Shelf, zoneOf(view.held))}</span>
              {one.expiry === 'EXPIRED' || one.expiry === 'SOON' ? (
                <span className={own.badge} data-state={one.expiry}>
                  {documentExpiry[one.expiry]}
                  {one.expiredAt ? ` · ${frenchDay(one.expiredAt)}` : ''}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const wordsOf = (paper: HeldPaper, shelf: Shelf, zone: string): string =>
  [frenchDay(paper.date ?? wallClock(paper.createdAt, zone).day), opensOffline(shelf, paper) && 'sur ce téléphone']
    .filter(Boolean)
    .join(' · ');

type Content = Blob | 'absent' | null;

function Paper({ session, paper }: { session: FieldSession; paper: HeldPaper }): ReactElement {
  const [content, setContent] = useState<Content>(null);
  const [isBroken, setBroken] = useState(false);
  // Opened once, although its row is read again meanwhile.
  const [asked] = useState(paper);
  useEffect(() => {
    let isHere = true;
    void (async () => {
      const found = await (await session.papers()).open(asked, Date.now());
      if (isHere) setContent(found ?? 'absent');
    })();
    return () => {
      isHere = false;
    };
  }, [session, asked]);
  return (
    <Page title={paper.name} back="#/terrain/documents">
      {content === null ? <p role="status">Ouverture…</p> : null}
      {content === 'absent' ? (
        <p role="alert">Ce document n’est pas encore sur ce téléphone : ouvrez-le une fois avec du réseau.</p>
      ) : null}
      {content instanceof Blob ? (
        <Shown content={content} name={paper.name} isBroken={isBroken} onBroken={() => setBroken(true)} />
      ) : null}
    </Page>
  );
}

interface ShownProps {
  content: Blob;
  name: string;
  isBroken: boolean;
  onBroken(): void;
}

function Shown({ content, name, isBroken, onBroken }: ShownProps): ReactElement {
  const url = useUrl(content);
  if (isImage(content.type) && url) return <img className={own.picture ?? ''} src={url} alt={name} />;
  if (content.type === 'application/pdf' && !isBroken)
    return (
      <Suspense fallback={<p role="status">Ouverture…</p>}>
        <PdfPages content={content} onBroken={onBroken} />
      </Suspense>
    );
  return (
    <>
      <p>Ce fichier ne s’affiche pas ici.</p>
      {url ? (
        <a className={classes.main} href={url} download={name}>
          Enregistrer sur le téléphone
        </a>
      ) : null}
    </>
  );
}

function useUrl(content: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
