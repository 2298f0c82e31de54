// « Sur cet appareil »: whether this browser receives notifications, and the button that asks for it.
import { Button, Text, Title } from '@mantine/core';
import { type ReactElement, useId } from 'react';
import { usePush } from '#ui/client/usePush.ts';
import classes from './notifications.module.css';

export function ThisDevice(): ReactElement {
  const id = useId();
  const { words, problem, change } = usePush();
  return (
    <section aria-labelledby={id} className={classes.device}>
      <Title order={3} size="sm" id={id}>
        Push sur cet appareil
      </Title>
      <Text size="sm" role="status">
        {words}
      </Text>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem.message}
        </Text>
      ) : null}
      {change ? (
        <Button size="sm" variant={change.isOn ? 'default' : 'filled'} loading={change.busy} onClick={change.run}>
          {change.label}
        </Button>
      ) : null}
    </section>
  );
}
