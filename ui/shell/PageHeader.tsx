// Title and purpose of the page, with its primary action on the right.
import { Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface Props {
  title: string;
  description?: string;
  action?: ReactNode;
}

export function PageHeader({ title, description, action }: Props): ReactElement {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <Title order={1}>{title}</Title>
        {description ? (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        ) : null}
      </div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </header>
  );
}
