// A stored picture, in a square of 150 px by default (E-040).
import type { CSSProperties, ReactNode } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import classes from './files.module.css';
import { IconPhoto } from './icons.ts';
import { useFileUrl } from './useFileUrl.ts';

export const pictureSize = 150;

interface PictureProps {
  file: StoredFile | null;
  /** Alternative text: whose picture it is. Empty if the text beside it has it. */
  alt: string;
  size?: number;
  /** For a person. */
  round?: boolean;
  /** Shown if there is no picture. */
  instead?: ReactNode;
}

export const tileOf = (size: number): CSSProperties => ({ '--picture-size': `${size}px` }) as CSSProperties;

export function Picture({ file, alt, size = pictureSize, round, instead }: PictureProps): ReactNode {
  const url = useFileUrl(file, '320');
  return (
    <span className={classes.tile} data-empty={file === null || undefined} data-round={round} style={tileOf(size)}>
      {url ? <img src={url} alt={alt} /> : (instead ?? <IconPhoto size={Math.round(size / 4)} aria-hidden />)}
    </span>
  );
}
