// A page of the menu: its title, the way back, its content.
import type { ReactElement, ReactNode } from 'react';
import classes from './field.module.css';

export const Page = ({
  title,
  back = '#/terrain',
  children,
}: {
  title: string;
  back?: string;
  children: ReactNode;
}): ReactElement => (
  <>
    <header className={classes.header}>
      <a className={classes.quiet} href={back}>
        Retour
      </a>
    </header>
    <main className={classes.body}>
      <h1>{title}</h1>
      {children}
    </main>
  </>
);
