// On every screen of the people who were told: the alarms that nobody has seen yet, with a sound until somebody has.
import { Button } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { isRinging, soundOf } from '#core/safety/alarm.ts';
import { plural } from '#ui/format.ts';
import { canRing, ring } from '../supervision/alarm.ts';
import { AlarmPanel } from './AlarmPanel.tsx';
import { useOpenAlarms, useOpenedAlarm } from './open.ts';
import classes from './safety.module.css';
import { placeOf, titleOf } from './words.ts';

const ringEvery = 3_000;

interface Props {
  /** Opens an alarm at its address instead of here. */
  addressOf?(id: string): string;
}

export default function AlarmBanner({ addressOf }: Props): ReactElement | null {
  const { data } = useOpenAlarms();
  const [silent, setSilent] = useState(false);
  const mine = data?.alarms.filter(({ isMine, state }) => isMine && isRinging(state)) ?? [];
  const sounding = soundOf(data?.alarms ?? []);
  useEffect(() => {
    if (!sounding) return;
    const sound = (): void => {
      ring(sounding);
      setSilent(!canRing());
    };
    sound();
    const timer = setInterval(sound, ringEvery);
    return () => clearInterval(timer);
  }, [sounding]);
  const { shown, open, close } = useOpenedAlarm(data?.alarms);
  const [first] = mine;
  return (
    <>
      {first ? (
        <div
          className={classes.banner}
          data-drill={first.drill}
          role="alert"
          aria-label={first.drill ? 'Essai en cours' : 'Alerte en cours'}
        >
          <strong>{titleOf(first)}</strong>
          <span>{placeOf(first)}</span>
          {mine.length > 1 ? <span>et {plural(mine.length - 1, 'autre alerte', 'autres alertes')}</span> : null}
          {silent && sounding ? <span>Son coupé par le navigateur : cliquez n’importe où pour l’entendre.</span> : null}
          <Button
            size="compact-sm"
            variant="white"
            color={first.drill ? 'grape' : 'red'}
            {...(addressOf ? { component: 'a', href: addressOf(first.id) } : { onClick: () => open(first) })}
          >
            {first.drill ? 'Ouvrir l’essai' : 'Ouvrir l’alerte'}
          </Button>
        </div>
      ) : null}
      {shown ? <AlarmPanel alarm={shown} onClose={() => close(shown.id)} /> : null}
    </>
  );
}
