// Photos of what was recorded: from this telephone while it has them, then by the network.
import { type ReactElement, useCallback, useState } from 'react';
import type { PictureSize } from '#core/files/files.ts';
import { fileMessages } from '#core/files/messages.ts';
import classes from './field.module.css';
import pictures from './pictures.module.css';
import type { FieldSession } from './session.ts';
import { useImage } from './useImage.ts';

export interface SentPhoto {
  id: string;
  /** The agency does not have it yet. */
  awaited?: true | undefined;
}

interface Props {
  session: FieldSession;
  photos: readonly SentPhoto[];
}

export function SentPhotos({ session, photos }: Props): ReactElement | null {
  if (photos.length === 0) return null;
  return (
    <div className={pictures.photos}>
      {photos.map((photo, index) => (
        <Sent key={photo.id} session={session} photo={photo} name={`Photo ${index + 1}`} />
      ))}
    </div>
  );
}

interface SentProps {
  session: FieldSession;
  photo: SentPhoto;
  name: string;
}

/** Small until it is touched: a thumbnail costs a hundredth of the photo. */
function Sent({ session, photo: { id, awaited }, name }: SentProps): ReactElement {
  const [size, setSize] = useState<PictureSize>('320');
  const read = useCallback(
    async (wanted: string): Promise<Blob | null> => {
      const here = await session.readPhoto(wanted);
      if (here) return new Blob([here]);
      return awaited ? null : session.readImage(wanted, size);
    },
    [session, awaited, size],
  );
  const { url, isRead } = useImage(read, id);
  if (!url)
    return (
      <p className={classes.dim} role="status" aria-busy={!isRead}>
        {isRead ? `${name} : ${awaited ? fileMessages.awaited : 'visible avec du réseau'}` : `${name}…`}
      </p>
    );
  return (
    <figure className={pictures.photo}>
      <button
        type="button"
        className={pictures.bare}
        aria-label={`Agrandir ${name.toLowerCase()}`}
        onClick={() => setSize('1500')}
      >
        <img src={url} alt={name} data-large={size === '1500'} />
      </button>
    </figure>
  );
}
