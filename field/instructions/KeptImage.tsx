// An image of a text: the one on this telephone, else by the network.
import { createContext, type ReactElement, use } from 'react';
import type { PictureProps } from '#ui/richtext/SafeHtml.tsx';
import classes from '../field.module.css';
import pictures from '../pictures.module.css';
import { useImage } from '../useImage.ts';

/** Reads an image; null: neither here nor by the network. */
export const Images = createContext<(id: string) => Promise<Blob | null>>(() => Promise.resolve(null));

export function KeptImage({ file, alt, size }: PictureProps): ReactElement {
  const { url } = useImage(use(Images), file);
  return url ? (
    <img className={pictures.image} src={url} alt={alt} {...(size ?? {})} />
  ) : (
    <em className={classes.dim}>[Image{alt ? ` : ${alt}` : ''}, visible avec du réseau]</em>
  );
}
