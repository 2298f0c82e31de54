// « Constatation » (P-023): words and photos added to an event, or what one's own finding says instead.
import type { ReactElement } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { finding } from '#core/logbook/messages.ts';
import { mostPhotos } from '#core/logbook/types.ts';
import { actKey } from '#ui/client/act-key.ts';
import classes from '../field.module.css';
import { Photos } from '../Photos.tsx';
import { SentPhotos } from '../SentPhotos.tsx';
import type { FieldSession } from '../session.ts';
import { draftPlace } from '../store/drafts.ts';
import { useDraft } from '../useDraft.ts';
import { useRecord } from '../useRecord.tsx';
import type { Found } from './findings.ts';

interface Props {
  session: FieldSession;
  entry: string;
  service: string | null;
  /** Null: a new one. */
  found: Found | null;
  onClose(): void;
}

interface Typed {
  content: string;
  photos: readonly PhotoRef[];
}

export function Finding({ session, entry, service, found, onClose }: Props): ReactElement {
  const { record, busy, problem } = useRecord(session, service);
  const place = draftPlace(service ?? 'none', `finding ${found?.uuid ?? entry}`);
  const { typed, change, keep } = useDraft<Typed>(session, place, () => ({
    content: found?.content ?? '',
    photos: [],
  }));
  const content = typed.content.trim() || null;
  const attachments = [...(found?.photos ?? []), ...typed.photos].map(({ id }) => ({ id }));
  const isSame = found !== null && content === found.content && typed.photos.length === 0;
  const isTooMany = attachments.length > mostPhotos;
  const mayRecord = (content !== null || attachments.length > 0) && !isSame && !isTooMany && !busy;
  const save = async (): Promise<void> => {
    const payload = { event: entry, uuid: found?.uuid ?? actKey(), content, attachments };
    const words = found ? 'Correction enregistrée' : 'Constatation enregistrée';
    if (!(await record(finding, payload, words, typed.photos))) return;
    await keep(null);
    onClose();
  };
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayRecord) void save();
      }}
    >
      <h2 className={classes.part}>Constatation</h2>
      <label className={classes.field}>
        Commentaire
        <textarea
          rows={4}
          maxLength={5_000}
          value={typed.content}
          onChange={(event) => change({ content: event.currentTarget.value })}
        />
      </label>
      <SentPhotos session={session} photos={found?.photos ?? []} />
      <Photos session={session} photos={typed.photos} onChange={(photos) => change({ photos })} />
      {isTooMany ? (
        <p role="alert" className={classes.warning}>
          {mostPhotos} photos au plus : retirez-en.
        </p>
      ) : null}
      {found ? <p className={classes.dim}>Ce qui était écrit reste dans l’historique de l’agence.</p> : null}
      {problem}
      <button type="submit" className={classes.main} disabled={!mayRecord}>
        Enregistrer
      </button>
      <button
        type="button"
        className={classes.quiet}
        disabled={busy}
        onClick={() => {
          for (const { id } of typed.photos) void session.dropPhoto(id);
          void keep(null);
          onClose();
        }}
      >
        Annuler
      </button>
    </form>
  );
}
