// Several files of a record: uploaded as soon as they are chosen, in the order they were added.
import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import { useAct } from '../client/act.ts';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { IconDownload, IconTrash } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { notifyProblem } from '../notify.ts';
import { DropZone } from './DropZone.tsx';
import { FileLink } from './FileLink.tsx';
import classes from './files.module.css';
import { formatSize } from './size.ts';
import { UploadLine } from './UploadLine.tsx';
import { download, downloadAll } from './upload.ts';
import { useUploads } from './useUploads.ts';

export function FilesField({ field, path, value, faults, change }: InputProps): ReactNode {
  const files = (value ?? []) as StoredFile[];
  // Two uploads may end before the next render, in another order.
  const latest = useRef(files);
  latest.current = files;
  const chosen = useRef(new Map<string, number>());
  const place = ({ id }: StoredFile): number => chosen.current.get(id) ?? -1;
  const put = (next: StoredFile[]): void => {
    latest.current = next;
    change(path, next);
  };
  const uploads = useUploads({
    picture: false,
    onSent: (file, key) => {
      if (latest.current.some(({ id }) => id === file.id)) return;
      chosen.current.set(file.id, key);
      put([...latest.current, file].sort((one, other) => place(one) - place(other)));
    },
  });
  const fault = faults[path] ?? Object.entries(faults).find(([at]) => at.startsWith(`${path}.`))?.[1];
  return (
    <FieldGroup field={field} error={fault}>
      <FileList files={files} onRemove={(file) => put(latest.current.filter(({ id }) => id !== file.id))}>
        {uploads.list.map((upload) => (
          <UploadLine key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </FileList>
      <DropZone
        label="Choisir des fichiers"
        invitation="Déposez des fichiers ici."
        words="25 Mo au plus en une fois."
        path={path}
        multiple
        picture={false}
        onFiles={uploads.add}
      />
    </FieldGroup>
  );
}

interface FileListProps {
  files: readonly StoredFile[];
  /** Absent: read-only. */
  onRemove?(file: StoredFile): void;
  /** Lines of running uploads. */
  children?: ReactNode;
}

/** File names that open the preview, each with its size and download. */
export function FileList({ files, onRemove, children }: FileListProps): ReactNode {
  const { run, busy } = useAct(async (wanted: readonly StoredFile[]) => {
    await downloadAll(wanted, 'fichiers').catch(notifyProblem);
  });
  return (
    <>
      {(files.length > 0 || (Array.isArray(children) && children.length > 0)) && (
        <ul className={classes.list}>
          {files.map((file) => (
            <li key={file.id} className={classes.line}>
              <div className={classes.about}>
                <FileLink file={file} among={files} />
              </div>
              <span className={classes.size}>{formatSize(file.size)}</span>
              {act(`Télécharger ${file.name}`, IconDownload, () => void download(file).catch(notifyProblem))}
              {onRemove && act(`Retirer ${file.name}`, IconTrash, () => onRemove(file))}
            </li>
          ))}
          {children}
        </ul>
      )}
      {files.length > 1 && (
        <Button
          mb="xs"
          size="compact-sm"
          variant="subtle"
          loading={busy}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => run(files)}
        >
          Tout télécharger
        </Button>
      )}
    </>
  );
}

const act = (label: string, Icon: typeof IconTrash, run: () => void): ReactNode => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={run}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
