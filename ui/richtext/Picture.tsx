// A stored picture, fetched with the reader's token.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { fileMessages } from '#core/files/files.ts';
import { urlOfFile } from '../files/upload.ts';
import { useFileContent } from '../files/useFileUrl.ts';
import classes from './RichText.module.css';
import type { Size } from './resize.ts';

interface PictureProps {
  file: string;
  alt: string;
  size: Size | null;
}

/** Space is reserved before it loads. */
const shape = (size: Size | null) =>
  size ? { width: size.width, maxWidth: '100%', aspectRatio: `${size.width} / ${size.height}` } : { maxWidth: '100%' };

export function Picture({ file, alt, size }: PictureProps): ReactNode {
  const { url, problem } = useFileContent({ url: urlOfFile(file) }, '1500');
  if (problem) {
    return (
      <span className={classes.lost} style={shape(size)} role="img" aria-label={alt || undefined}>
        {fileMessages.cannotOpen}
      </span>
    );
  }
  if (!url) return <Skeleton component="span" display="block" height={size ? undefined : 120} style={shape(size)} />;
  return <img src={url} alt={alt} style={shape(size)} />;
}
