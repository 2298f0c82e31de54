// The real hours of a service beside the planned ones.

export interface Hours<T> {
  start: T;
  /** Null: not known, or still running. */
  end: T | null;
}

/** « 19:00 – 21:23 (prévu 07:00) », « depuis 18:55 (prévu 19:00) »; `time` writes an hour. */
export function realHours<T>(real: Hours<T>, plan: Hours<T>, time: (at: T) => string): string {
  const [start, planned] = [time(real.start), time(plan.start)];
  const end = real.end === null ? null : time(real.end);
  const plannedEnd = plan.end === null ? null : time(plan.end);
  const isEndOther = end !== null && plannedEnd !== null && end !== plannedEnd;
  const other =
    start === planned
      ? isEndOther
        ? plannedEnd
        : null
      : isEndOther
        ? `${planned} – ${plannedEnd}`
        : end === null
          ? planned
          : `dès ${planned}`;
  return `${end === null ? `depuis ${start}` : `${start} – ${end}`}${other === null ? '' : ` (prévu ${other})`}`;
}
