// A picture that the server keeps, in a square of 150 px unless told otherwise (E-040).
import type { CSSProperties, ReactNode } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import classes from './files.module.css';
import { IconPhoto } from './icons.ts';
import { useFileUrl } from './useFileUrl.ts';

export const pictureSize = 150;

interface PictureProps {
  file: StoredFile | null;
  /** Read instead of it: whose picture it is. Empty where words beside it say so. */
  alt: string;
  size?: number;
  /** Of a person. */
  round?: boolean;
  /** Shown while there is none. */
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
