// An image of a text: the one on this telephone, else by the network.
import { createContext, type ReactElement, use, useEffect, useState } from 'react';
import type { PictureProps } from '#ui/richtext/SafeHtml.tsx';
import classes from '../field.module.css';

/** Reads an image; null: neither here nor by the network. */
export const Images = createContext<(id: string) => Promise<Blob | null>>(() => Promise.resolve(null));

export function KeptImage({ file, alt, size }: PictureProps): ReactElement {
  const read = use(Images);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    void read(file).then((image) => {
      if (!image || isGone) return;
      made = URL.createObjectURL(image);
      setUrl(made);
    });
    return () => {
      isGone = true;
      setUrl(null);
      if (made) URL.revokeObjectURL(made);
    };
  }, [read, file]);
  return url ? (
    <img className={classes.image} src={url} alt={alt} {...(size ?? {})} />
  ) : (
    <em className={classes.dim}>[Image{alt ? ` : ${alt}` : ''}, visible avec du réseau]</em>
  );
}
