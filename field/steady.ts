let [last, ahead] = [0, 0];

/**
 * Milliseconds of the phone's clock that never go back, for what elapses: somebody may set the clock. That of the page would
 * not do: it stands still while the phone sleeps.
 */
export function steadyNow(): number {
  const clock = Date.now();
  ahead = Math.max(ahead, last - clock);
  last = clock + ahead;
  return last;
}
