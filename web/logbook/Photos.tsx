// Pictures of an entry; a click opens the files viewer (P-040).
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import { Picture } from '#ui/files/Picture.tsx';
import { openPreview } from '#ui/files/preview.ts';
import classes from './logbook.module.css';

export const Photos = ({ files }: { files: readonly StoredFile[] }): ReactNode =>
  files.length > 0 && (
    <div className={classes.photos}>
      {files.map((file, at) => (
        <UnstyledButton key={file.id} onClick={() => openPreview(files, at)} aria-label={`Voir ${file.name}`}>
          <Picture file={file} alt="" size={88} />
        </UnstyledButton>
      ))}
    </div>
  );
