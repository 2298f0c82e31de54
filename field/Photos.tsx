// Photos of what is being written: taken with the telephone's camera, on disk before they are shown.
import { type ReactElement, useCallback, useRef, useState } from 'react';
import { cameraRefused, mostEventPhotos, type PhotoRef } from '#core/field/photo.ts';
import classes from './field.module.css';
import pictures from './pictures.module.css';
import type { FieldSession } from './session.ts';
import { useImage } from './useImage.ts';

interface Props {
  session: FieldSession;
  photos: readonly PhotoRef[];
  /** Called with what is on disk already; the caller keeps it in its draft. */
  onChange(photos: readonly PhotoRef[]): void;
  label?: string;
  /** False: from the telephone's pictures too, such as the photo of a paper. */
  camera?: boolean;
}

export function Photos({ session, photos, onChange, label = 'Ajouter une photo', camera = true }: Props): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const taken = [...photos];
    try {
      for (const file of files.slice(0, mostEventPhotos - photos.length)) taken.push(await session.takePhoto(file));
    } catch {
      setProblem(cameraRefused.capture);
    }
    setBusy(false);
    if (taken.length > photos.length) onChange(taken);
  };
  return (
    <div className={pictures.photos}>
      {photos.map((photo, index) => (
        <Photo
          key={photo.id}
          session={session}
          id={photo.id}
          name={`Photo ${index + 1}`}
          onRemove={() => {
            void session.dropPhoto(photo.id);
            onChange(photos.filter(({ id }) => id !== photo.id));
          }}
        />
      ))}
      <input
        ref={input}
        type="file"
        accept="image/*"
        {...(camera ? { capture: 'environment' as const } : {})}
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void add(files);
        }}
      />
      {photos.length < mostEventPhotos ? (
        <button type="button" className={classes.other} disabled={busy} onClick={() => input.current?.click()}>
          {busy ? 'Photo en cours…' : label}
        </button>
      ) : null}
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

function Photo({
  session,
  id,
  name,
  onRemove,
}: {
  session: FieldSession;
  id: string;
  name: string;
  onRemove(): void;
}): ReactElement {
  const read = useCallback(
    async (wanted: string): Promise<Blob | null> => {
      const bytes = await session.readPhoto(wanted);
      return bytes && new Blob([bytes]);
    },
    [session],
  );
  const { url } = useImage(read, id);
  return (
    <figure className={pictures.photo}>
      {url ? <img src={url} alt={name} /> : null}
      <button type="button" className={classes.quiet} aria-label={`Retirer ${name.toLowerCase()}`} onClick={onRemove}>
        Retirer
      </button>
    </figure>
  );
}
