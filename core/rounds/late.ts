// Rounds of a service that are late. They have no hours of their own: they are spread evenly over the service.

interface Planned {
  /** Executions that the service asks for, and those that were begun. */
  planned: number;
  begun: number;
  /** Milliseconds. */
  start: number;
  end: number;
}

/** The share of the service in which a round had to begin is over, and it was not begun. */
export function isRoundLate({ planned, begun, start, end }: Planned, now: number): boolean {
  if (begun >= planned || end <= start) return false;
  const due = Math.min(planned, Math.floor(((now - start) / (end - start)) * planned));
  return begun < due;
}
