// Photos of something reported; a click opens the files viewer (P-040).
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import classes from './files.module.css';
import { Picture } from './Picture.tsx';
import { openPreview } from './preview.ts';
import { useFileUrl } from './useFileUrl.ts';

export const Photos = ({ files }: { files: readonly StoredFile[] }): ReactNode =>
  files.length > 0 && (
    <div className={classes.photos}>
      {files.map((file, at) => (
        <Photo key={file.id} file={file} onOpen={() => openPreview(files, at)} />
      ))}
    </div>
  );

function Photo({ file, onOpen }: { file: StoredFile; onOpen(): void }): ReactNode {
  // It arrives while the page is open.
  const isThere = useFileUrl(file.awaited ? file : null, '320') !== null || !file.awaited;
  const awaited = 'Photo en attente du téléphone de l’agent';
  return isThere ? (
    <UnstyledButton onClick={onOpen} aria-label={`Voir ${file.name}`}>
      <Picture file={file} alt="" size={88} />
    </UnstyledButton>
  ) : (
    <span role="img" aria-label={awaited} title={awaited}>
      <Picture
        file={null}
        alt=""
        size={88}
        instead={<small className={classes.awaited}>En attente du téléphone</small>}
      />
    </span>
  );
}
