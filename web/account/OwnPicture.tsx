// Picture of the current profile: uploaded, replaced or removed at once.
import { type ReactElement, useState } from 'react';
import { saveOwnPicture } from '#core/files/files.ts';
import { file, type StoredFile } from '#core/kernel/field.ts';
import { call } from '#ui/client/call.ts';
import { loadSession, useSession } from '#ui/client/session.ts';
import { FileField } from '#ui/files/FileField.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';

const field = file('Photo', { picture: true });

export function OwnPicture(): ReactElement | null {
  const { profile, acting } = useSession();
  const [chosen, setChosen] = useState<StoredFile | null>(profile?.profilePicture ?? null);
  if (!profile || acting) return null;
  const save = async (picture: StoredFile | null): Promise<void> => {
    const before = chosen;
    setChosen(picture);
    try {
      await call(saveOwnPicture, { input: { file: picture && { id: picture.id } } });
      notifySuccess(picture ? 'Votre photo est enregistrée' : 'Votre photo est retirée');
      await loadSession();
    } catch (error) {
      setChosen(before);
      notifyProblem(error);
    }
  };
  return (
    <FileField
      field={field}
      path="profilePicture"
      value={chosen}
      faults={{}}
      change={(_path, picture) => void save(picture as StoredFile | null)}
      leave={() => undefined}
    />
  );
}
