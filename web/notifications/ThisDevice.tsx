// « Sur cet appareil »: whether this browser receives notifications, and the button that asks for it.
import { Button, Text, Title } from '@mantine/core';
import { type ReactElement, useEffect, useId } from 'react';
import { useAct } from '#ui/client/act.ts';
import { allowLabel, allowPush, pushState, pushWords, refreshPush, stopLabel, stopPush } from '#ui/client/push.ts';
import { useStore } from '#ui/client/store.ts';
import classes from './notifications.module.css';

export function ThisDevice(): ReactElement {
  const id = useId();
  const state = useStore(pushState);
  const allow = useAct(allowPush);
  const stop = useAct(stopPush);
  useEffect(() => void refreshPush(), []);
  const problem = allow.problem ?? stop.problem;
  return (
    <section aria-labelledby={id} className={classes.device}>
      <Title order={3} size="sm" id={id}>
        Push sur cet appareil
      </Title>
      <Text size="sm" role="status">
        {pushWords[state]}
      </Text>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem.message}
        </Text>
      ) : null}
      {state === 'off' ? (
        <Button size="sm" loading={allow.busy} onClick={() => allow.run()}>
          {allowLabel}
        </Button>
      ) : null}
      {state === 'on' ? (
        <Button size="sm" variant="default" loading={stop.busy} onClick={() => stop.run()}>
          {stopLabel}
        </Button>
      ) : null}
    </section>
  );
}
