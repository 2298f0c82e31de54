// The photo at the end of a service (N-048 to N-052). Without a camera the agent says why: he is not kept at work.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { withoutPhoto } from '#core/planning/end-photo.ts';
import classes from './field.module.css';
import { Photos } from './Photos.tsx';
import type { FieldSession } from './session.ts';

export interface EndProof {
  photos: readonly PhotoRef[];
  /** Why there is none. */
  content: string | null;
}

interface Props {
  session: FieldSession;
  why: string;
  /** Null: neither a photo nor a reason yet. */
  onChange(proof: EndProof | null): void;
}

export default function EndPhoto({ session, why, onChange }: Props): ReactElement {
  const [photos, setPhotos] = useState<readonly PhotoRef[]>([]);
  const [without, setWithout] = useState(false);
  const [reason, setReason] = useState('');
  const tell = (next: readonly PhotoRef[], said: string): void => {
    const words = said.trim();
    onChange(
      next.length > 0
        ? { photos: next, content: null }
        : words
          ? { photos: [], content: `${withoutPhoto} : ${words}` }
          : null,
    );
  };
  return (
    <section aria-label="Photo de fin de service" className={classes.body}>
      <p>
        <strong>Une photo est demandée.</strong> {why}
      </p>
      <Photos
        session={session}
        photos={photos}
        label="Prendre la photo"
        onChange={(next) => {
          setPhotos(next);
          tell(next, reason);
        }}
      />
      {photos.length > 0 ? null : without ? (
        <label className={classes.field}>
          Pourquoi sans photo ?
          <textarea
            rows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              tell(photos, event.currentTarget.value);
            }}
          />
        </label>
      ) : (
        <button type="button" className={classes.quiet} onClick={() => setWithout(true)}>
          Je ne peux pas prendre de photo
        </button>
      )}
    </section>
  );
}
