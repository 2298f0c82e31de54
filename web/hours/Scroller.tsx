import type { ReactElement, ReactNode } from 'react';
import classes from './hours.module.css';

/** A wide table that can be scrolled by keyboard. */
export const Scroller = (props: { label: string; busy?: boolean; children: ReactNode }): ReactElement => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach what scrolls.
  <section className={classes.scroller} tabIndex={0} aria-label={props.label} aria-busy={props.busy}>
    {props.children}
  </section>
);
