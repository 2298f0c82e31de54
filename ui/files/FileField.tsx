// One file of a record: a square picture, or a name.
import { Button, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { fileMessages } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import type { InputProps } from '../kinds/inputs.tsx';
import { ChooseFiles, DropZone, useDrop } from './DropZone.tsx';
import { FileList } from './FilesField.tsx';
import classes from './files.module.css';
import { IconPhoto } from './icons.ts';
import { Picture, pictureSize, tileOf } from './Picture.tsx';
import { openPreview } from './preview.ts';
import { tooltipEvents, UploadBar, UploadLine } from './UploadLine.tsx';
import { type Upload, type Uploads, useUploads } from './useUploads.ts';
import { WhyNot } from './WhyNot.tsx';

export function FileField(props: InputProps): ReactNode {
  const { field, path, value, faults, change } = props;
  const file = (value ?? null) as StoredFile | null;
  const picture = field.picture === true;
  const uploads = useUploads({ picture, onSent: (sent) => change(path, sent) });
  const replace = (files: readonly File[]): void => {
    for (const { key } of uploads.list) uploads.cancel(key);
    uploads.add(files.slice(0, 1));
  };
  const parts = { path, file, uploads, replace, remove: () => change(path, null) };
  return (
    <FieldGroup field={field} error={faults[path] ?? faults[`${path}.id`]}>
      {picture ? <PictureParts label={field.label} {...parts} /> : <FileParts {...parts} />}
    </FieldGroup>
  );
}

interface Parts {
  path: string;
  file: StoredFile | null;
  uploads: Uploads;
  replace(files: readonly File[]): void;
  remove(): void;
}

function FileParts({ path, file, uploads, replace, remove }: Parts): ReactNode {
  return (
    <>
      <FileList files={file ? [file] : []} onRemove={remove}>
        {uploads.list.map((upload) => (
          <UploadLine key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </FileList>
      <DropZone
        label={file ? 'Remplacer le fichier' : 'Choisir un fichier'}
        invitation="Déposez un fichier ici."
        words="25 Mo au plus."
        path={path}
        multiple={false}
        picture={false}
        onFiles={replace}
      />
    </>
  );
}

function PictureParts({ label, path, file, uploads, replace, remove }: Parts & { label: string }): ReactNode {
  const { over, on } = useDrop(replace);
  const hint = useId();
  const [upload] = uploads.list;
  return (
    <div className={classes.pictureField} data-dropzone {...on}>
      <Tile label={label} file={file} upload={upload} over={over} />
      <div className={classes.acts}>
        <ChooseFiles
          label={file ? "Remplacer l'image" : 'Choisir une image'}
          path={path}
          multiple={false}
          picture
          describedBy={hint}
          onFiles={replace}
        />
        {upload ? (
          <>
            {upload.problem !== null && (
              <>
                <WhyNot problem={upload.problem} />
                <Button size="compact-sm" variant="default" onClick={() => uploads.retry(upload.key)}>
                  Réessayer
                </Button>
              </>
            )}
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => uploads.cancel(upload.key)}>
              Annuler l'envoi
            </Button>
          </>
        ) : (
          file && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={remove}>
              Retirer l'image
            </Button>
          )
        )}
        <span id={hint} className={classes.hint}>
          JPEG, PNG, GIF ou WebP.
        </span>
      </div>
    </div>
  );
}

interface TileProps {
  label: string;
  file: StoredFile | null;
  upload: Upload | undefined;
  over: boolean;
}

function Tile({ label, file, upload, over }: TileProps): ReactNode {
  if (upload) {
    return (
      <Tooltip label={fileMessages.notSent} events={tooltipEvents}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the tooltip too */}
        <span className={classes.tile} style={tileOf(pictureSize)} data-sending tabIndex={0}>
          {upload.preview ? <img src={upload.preview} alt={upload.name} /> : <IconPhoto size={36} aria-hidden />}
          {upload.problem === null && (
            <span className={classes.bar}>
              <UploadBar upload={upload} />
            </span>
          )}
        </span>
      </Tooltip>
    );
  }
  if (!file) {
    return (
      <span className={classes.tile} style={tileOf(pictureSize)} data-empty data-over={over || undefined}>
        <IconPhoto size={36} aria-hidden />
      </span>
    );
  }
  return (
    <UnstyledButton aria-label={`Aperçu : ${label}`} onClick={() => openPreview([file])}>
      <Picture file={file} alt="" />
    </UnstyledButton>
  );
}
