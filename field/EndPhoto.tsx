// The photo at the end of a service (N-048 to N-052). Without a camera the agent says why: he is not kept at work.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import classes from './field.module.css';
import { Photos } from './Photos.tsx';
import type { FieldSession } from './session.ts';

interface Props {
  session: FieldSession;
  why: string;
  photos: readonly PhotoRef[];
  /** Why there is none. */
  reason: string;
  onPhotos(photos: readonly PhotoRef[]): void;
  onReason(reason: string): void;
}

export default function EndPhoto({ session, why, photos, reason, onPhotos, onReason }: Props): ReactElement {
  const [without, setWithout] = useState(false);
  return (
    <section aria-label="Photo de fin de service" className={classes.body}>
      <p>
        <strong>Une photo est demandée.</strong> {why}
      </p>
      <Photos session={session} photos={photos} label="Prendre la photo" onChange={onPhotos} />
      {photos.length > 0 ? null : without || reason ? (
        <label className={classes.field}>
          Pourquoi sans photo ?
          <textarea rows={2} maxLength={300} value={reason} onChange={(event) => onReason(event.currentTarget.value)} />
        </label>
      ) : (
        <button type="button" className={classes.quiet} onClick={() => setWithout(true)}>
          Je ne peux pas prendre de photo
        </button>
      )}
    </section>
  );
}
