import type { ReactElement } from 'react';
import type { PictureProps } from '#ui/richtext/SafeHtml.tsx';
import classes from '../field.module.css';

/** Images are not in the pack. */
export const MissingImage = ({ alt }: PictureProps): ReactElement => (
  <em className={classes.dim}>[Image{alt ? ` : ${alt}` : ''}, visible au bureau]</em>
);
