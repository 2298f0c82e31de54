import type { ReactElement, ReactNode } from 'react';
import classes from './Dashboard.module.css';

interface PanelProps {
  title: string;
  wide?: boolean;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export const Panel = ({ title, wide, action, children }: PanelProps): ReactElement => (
  <section className={classes.panel} aria-label={title} data-wide={wide || undefined}>
    <header>
      <h2>{title}</h2>
      {action}
    </header>
    {children}
  </section>
);
