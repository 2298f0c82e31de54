// « Constatations » of an event: what was added to it, and what its author may still do with his own.
import { type ReactElement, useState } from 'react';
import { finding } from '#core/logbook/messages.ts';
import { formatMoment } from '#ui/format.ts';
import classes from '../field.module.css';
import { SentPhotos } from '../SentPhotos.tsx';
import { Sheet } from '../Sheet.tsx';
import type { FieldSession } from '../session.ts';
import { useRecord } from '../useRecord.tsx';
import type { Found } from './findings.ts';

interface Props {
  session: FieldSession;
  entry: string;
  service: string | null;
  findings: readonly Found[];
  zone: string;
  mayWrite: boolean;
  onWrite(found: Found | null): void;
}

export function Findings({ findings, mayWrite, onWrite, zone, ...of }: Props): ReactElement | null {
  const [gone, setGone] = useState<Found | null>(null);
  if (findings.length === 0 && !mayWrite) return null;
  return (
    <section aria-label="Constatations" className={classes.stack}>
      <h2 className={classes.part}>Constatations</h2>
      {findings.map((one) => (
        <article key={one.uuid} className={classes.card}>
          <p className={classes.dim}>{[formatMoment(one.at, zone), one.state].filter(Boolean).join(' · ')}</p>
          {one.content ? <p className={classes.note}>{one.content}</p> : null}
          <SentPhotos session={of.session} photos={one.photos} />
          {mayWrite && one.isHis ? (
            <div className={classes.answers}>
              <button type="button" className={classes.other} onClick={() => onWrite(one)}>
                Corriger la constatation
              </button>
              <button type="button" className={classes.other} onClick={() => setGone(one)}>
                Retirer la constatation
              </button>
            </div>
          ) : null}
        </article>
      ))}
      {mayWrite ? (
        <button type="button" className={classes.other} onClick={() => onWrite(null)}>
          Constatation
        </button>
      ) : null}
      {gone ? <Withdrawing {...of} found={gone} onClose={() => setGone(null)} /> : null}
    </section>
  );
}

function Withdrawing({
  session,
  entry,
  service,
  found,
  onClose,
}: Pick<Props, 'session' | 'entry' | 'service'> & { found: Found; onClose(): void }): ReactElement {
  const { record, busy, problem } = useRecord(session, service);
  const withdraw = async (): Promise<void> => {
    const payload = { event: entry, uuid: found.uuid, withdrawn: true } as const;
    if (await record(finding, payload, 'Constatation retirée')) onClose();
  };
  return (
    <Sheet title="Retirer la constatation ?" {...(busy ? {} : { onClose })}>
      <p>Elle reste dans l’historique de l’agence, marquée comme retirée.</p>
      {problem}
      <div className={classes.answers}>
        <button type="button" className={classes.other} disabled={busy} onClick={onClose}>
          Annuler
        </button>
        <button type="button" className={classes.main} disabled={busy} onClick={() => void withdraw()}>
          Retirer
        </button>
      </div>
    </Sheet>
  );
}
