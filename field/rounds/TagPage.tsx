// /terrain/nfc (O-033): reads a badge and says which checkpoint it is, or its serial number, for the desk.
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type ReadTag, recognised } from '#core/rounds/recognising.ts';
import { copyText } from '#ui/copyText.ts';
import classes from '../field.module.css';
import type { OfPage } from '../part.ts';
import { hasNfc, readTags } from '../sensors/nfc.ts';
import type { Permission } from '../sensors/position.ts';
import { tell } from '../told.ts';

export default function TagPage({ view }: OfPage): ReactElement {
  const [permission, setPermission] = useState<Permission>(() => (hasNfc() ? 'unknown' : 'absent'));
  const [tag, setTag] = useState<ReadTag | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (): Promise<void> => {
    stop.current?.abort();
    const control = new AbortController();
    stop.current = control;
    const onRead = (read: ReadTag): void => {
      navigator.vibrate?.(60);
      setProblem(null);
      setTag(read);
    };
    setPermission(await readTags(control.signal, onRead, () => setProblem('Ce badge n’est pas lisible.')));
  };
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href="#/terrain">
          Retour
        </a>
      </header>
      <main className={classes.body}>
        <h1>Lire un badge NFC</h1>
        {permission === 'absent' ? (
          <p className={classes.note}>Ce téléphone, ou ce navigateur, ne lit pas les badges NFC.</p>
        ) : null}
        {permission === 'refused' ? (
          <p className={classes.note}>La lecture des badges est refusée ou désactivée sur ce téléphone.</p>
        ) : null}
        {permission === 'granted' && !tag ? (
          <p className={classes.ready} role="status">
            Approchez le téléphone du badge
          </p>
        ) : null}
        {problem ? (
          <p role="alert" className={classes.warning}>
            {problem}
          </p>
        ) : null}
        {tag ? <Told tag={tag} rounds={view.held.serviceRounds} /> : null}
        {permission === 'unknown' || permission === 'refused' ? (
          <button type="button" className={classes.main} onClick={() => void start()}>
            Lire un badge
          </button>
        ) : null}
      </main>
    </>
  );
}

type Rounds = OfPage['view']['held']['serviceRounds'];

function Told({ tag, rounds }: { tag: ReadTag; rounds: Rounds }): ReactElement {
  const points = rounds.flatMap(({ round, site }) =>
    round.checkpoints.map((one) => ({ ...one, place: site.name, round: round.name })),
  );
  const [point] = recognised(tag, points);
  const serial = tag.serial ?? '';
  return (
    <section className={classes.card} data-on aria-label="Badge lu">
      {point ? (
        <>
          <p className={classes.dim}>
            {point.place} · {point.round}
          </p>
          <h2 className={classes.place}>{point.title}</h2>
          {point.instructions ? <p className={classes.note}>{point.instructions}</p> : null}
        </>
      ) : (
        <h2 className={classes.place}>Ce badge n’est pas un point de vos rondes</h2>
      )}
      {serial ? (
        <>
          <p>
            Numéro de série : <strong>{serial}</strong>
          </p>
          <button
            type="button"
            className={classes.other}
            onClick={() =>
              void copyText(serial).then(
                () => tell('Numéro copié'),
                () => tell('Ce téléphone n’a pas pu copier le numéro'),
              )
            }
          >
            Copier le numéro
          </button>
        </>
      ) : null}
    </section>
  );
}
