// One section of « Mon compte » with its heading.
import { Title } from '@mantine/core';
import { type PropsWithChildren, type ReactElement, useId } from 'react';
import classes from './Account.module.css';

export function Section({ title, children }: PropsWithChildren<{ title: string }>): ReactElement {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
