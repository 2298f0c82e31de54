// « Mes documents »: the list of the last reading, and each document; what was opened once opens without a network.
import { type ReactElement, useEffect, useState } from 'react';
import { documentExpiry } from '#core/documents/expiry.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { zoneOf } from '../day.ts';
import { FileContent } from '../FileContent.tsx';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
import type { FieldSession } from '../session.ts';
import { type HeldPaper, opensOffline, type Shelf } from './kept.ts';
import own from './papers.module.css';

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
      {content instanceof Blob ? <FileContent content={content} name={paper.name} /> : null}
    </Page>
  );
}
