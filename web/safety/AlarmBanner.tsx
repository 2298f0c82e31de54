// On every screen of the people who were told: the alarms that nobody has seen yet, with a sound until somebody has.
import { Button } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { isRinging } from '#core/safety/alarm.ts';
import { plural } from '#ui/format.ts';
import { canRing, ring } from '../supervision/alarm.ts';
import { AlarmPanel } from './AlarmPanel.tsx';
import { useOpenAlarms } from './open.ts';
import classes from './safety.module.css';
import { titleOf } from './words.ts';

const ringEvery = 3_000;

export default function AlarmBanner(): ReactElement | null {
  const { data } = useOpenAlarms();
  const [opened, setOpened] = useState<string | null>(null);
  const [silent, setSilent] = useState(false);
  const mine = data?.alarms.filter(({ isMine, state }) => isMine && isRinging(state)) ?? [];
  const isOn = mine.length > 0;
  useEffect(() => {
    if (!isOn) return;
    const sound = (): void => {
      ring();
      setSilent(!canRing());
    };
    sound();
    const timer = setInterval(sound, ringEvery);
    return () => clearInterval(timer);
  }, [isOn]);
  const shown = data?.alarms.find(({ id }) => id === opened);
  const [first] = mine;
  return (
    <>
      {first ? (
        <div className={classes.banner} role="alert" aria-label="Alerte en cours">
          <strong>{titleOf(first)}</strong>
          <span>{first.site?.name}</span>
          {mine.length > 1 ? <span>et {plural(mine.length - 1, 'autre alerte', 'autres alertes')}</span> : null}
          {silent ? <span>Son coupé par le navigateur : cliquez n’importe où pour l’entendre.</span> : null}
          <Button size="compact-sm" variant="white" color="red" onClick={() => setOpened(first.id)}>
            Ouvrir l’alerte
          </Button>
        </div>
      ) : null}
      {shown ? <AlarmPanel alarm={shown} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
