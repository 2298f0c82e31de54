// A list of the user on the home screen: loading, failed, empty or filled.
import { Button, Skeleton, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useId } from 'react';
import classes from './Home.module.css';

interface Props {
  title: string;
  /** Null: not loaded. */
  items: readonly ReactNode[] | null;
  empty: string;
  /** Shown if the read failed. */
  failure: string;
  failed: boolean;
  busy: boolean;
  onRetry(): void;
}

export function OwnPanel({ title, items, empty, failure, failed, busy, onRetry }: Props): ReactElement {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id} aria-busy={!items && !failed}>
      <h2 id={id}>{title}</h2>
      {items && items.length > 0 ? <ul className={classes.items}>{items}</ul> : null}
      {items && items.length === 0 ? (
        <Text c="dimmed" p="md">
          {empty}
        </Text>
      ) : null}
      {!items && failed ? (
        <div className={classes.refused} role="alert">
          <Text size="sm">{failure}</Text>
          <Button size="compact-sm" variant="default" loading={busy} onClick={onRetry}>
            Réessayer
          </Button>
        </div>
      ) : null}
      {!items && !failed ? (
        <div className={classes.bones}>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={34} />
          ))}
        </div>
      ) : null}
    </section>
  );
}
