import type { ReactElement, ReactNode } from 'react';
import classes from './hours.module.css';

/** A wide table in a place of its own, which the keyboard reaches to scroll it. */
export const Scroller = (props: { label: string; busy?: boolean; children: ReactNode }): ReactElement => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
  <section className={classes.scroller} tabIndex={0} aria-label={props.label} aria-busy={props.busy}>
    {props.children}
  </section>
);
