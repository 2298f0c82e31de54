// SOS by a long press: two seconds, seen and felt, so that a pocket does not alert anybody. A short one offers to call.
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { vibrate } from '../sensors/vibration.ts';
import classes from './safety.module.css';

export const holdFor = 2_000;

export function SosButton({ onSos, onTap }: { onSos(): void; onTap(): void }): ReactElement {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = (): boolean => {
    const wasHeld = timer.current !== null;
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    setHeld(false);
    return wasHeld;
  };
  const start = (): void => {
    if (timer.current) return;
    setHeld(true);
    vibrate(40);
    timer.current = setTimeout(() => {
      stop();
      vibrate([200, 100, 400]);
      onSos();
    }, holdFor);
  };
  const release = (): void => {
    if (stop()) onTap();
  };
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  const isPress = (key: string): boolean => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      className={classes.sos}
      data-held={held}
      aria-label="SOS : maintenir deux secondes"
      onPointerDown={(event) => {
        if (event.button === 0) start();
      }}
      onPointerUp={release}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        start();
      }}
      onKeyUp={(event) => {
        if (isPress(event.key)) release();
      }}
    >
      SOS
    </button>
  );
}
