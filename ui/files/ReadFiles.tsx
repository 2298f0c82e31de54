// Files of a read-only record: pictures are shown, other files by name.
import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field, StoredFile } from '#core/kernel/field.ts';
import { dash } from '../format.ts';
import { FileList } from './FilesField.tsx';
import { Picture } from './Picture.tsx';
import { openPreview } from './preview.ts';

export function ReadFiles({ field, value }: { field: Field; value: unknown }): ReactNode {
  const files = (Array.isArray(value) ? value : value ? [value] : []) as StoredFile[];
  const [first] = files;
  if (!first) {
    return (
      <Text span c="dimmed">
        {dash}
      </Text>
    );
  }
  if (!field.picture) return <FileList files={files} />;
  return (
    <UnstyledButton aria-label={`Aperçu : ${field.label}`} onClick={() => openPreview([first])}>
      <Picture file={first} alt="" />
    </UnstyledButton>
  );
}
