// One upload: progress, cancel, retry.
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { fileMessages, typeOfName } from '#core/files/files.ts';
import { IconX } from '../icons.ts';
import classes from './files.module.css';
import { iconOf } from './icons.ts';
import { formatSize } from './size.ts';
import type { Upload, Uploads } from './useUploads.ts';
import { WhyNot } from './WhyNot.tsx';

/** Keyboard and touch users need the tooltip too. */
export const tooltipEvents = { hover: true, focus: true, touch: true };

export const percent = (share: number): number => Math.round(share * 100);

export const UploadBar = ({ upload }: { upload: Upload }): ReactNode => (
  <Progress.Root size="sm">
    <Progress.Section value={percent(upload.share)} aria-label={`Envoi de ${upload.name}`} />
  </Progress.Root>
);

interface UploadLineProps {
  upload: Upload;
  uploads: Uploads;
}

export function UploadLine({ upload, uploads: { cancel, retry } }: UploadLineProps): ReactNode {
  const { key, name, size, share, problem, preview } = upload;
  const Icon = iconOf(typeOfName(name));
  const stop = problem === null ? `Annuler l'envoi de ${name}` : `Retirer ${name}`;
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <Tooltip label={fileMessages.notSent} disabled={problem !== null} events={tooltipEvents}>
          <span className={classes.file} tabIndex={problem === null ? 0 : undefined}>
            <span className={classes.sign}>
              {preview ? <img src={preview} alt="" /> : <Icon size={20} aria-hidden />}
            </span>
            <span>{name}</span>
          </span>
        </Tooltip>
        {problem === null ? <UploadBar upload={upload} /> : <WhyNot problem={problem} />}
      </div>
      <span className={classes.size}>{problem === null ? `${percent(share)} %` : formatSize(size)}</span>
      {problem !== null && (
        <Button size="compact-sm" variant="default" onClick={() => retry(key)} aria-label={`Réessayer : ${name}`}>
          Réessayer
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={stop} title={stop} onClick={() => cancel(key)}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
