// A file with its thumbnail or icon and its name; opens the preview.
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { isImage } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import classes from './files.module.css';
import { iconOf } from './icons.ts';
import { openPreview } from './preview.ts';
import { useFileUrl } from './useFileUrl.ts';

export function FileSign({ file }: { file: StoredFile }): ReactNode {
  const url = useFileUrl(isImage(file.mimeType) ? file : null, '320');
  const Icon = iconOf(file.mimeType);
  return <span className={classes.sign}>{url ? <img src={url} alt="" /> : <Icon size={20} aria-hidden />}</span>;
}

interface FileLinkProps {
  file: StoredFile;
  /** All files of the preview. */
  among?: readonly StoredFile[];
}

export function FileLink({ file, among = [file] }: FileLinkProps): ReactNode {
  return (
    <UnstyledButton
      className={classes.file}
      title={file.name}
      aria-label={`Aperçu : ${file.name}`}
      onClick={() => openPreview(among, among.indexOf(file))}
    >
      <FileSign file={file} />
      <span>{file.name}</span>
    </UnstyledButton>
  );
}
