// Spans of calls, database queries and jobs, if a collector is configured. Otherwise nothing is loaded.

/** Attributes of a span: our names and numbers, never user input. */
export type Marks = Readonly<Record<string, string | number>>;

/** A running span. */
export interface Step {
  end(marks?: Marks, failed?: boolean): void;
}

export interface Tracing {
  begin(name: string, marks: Marks): Step;
  /** Spans that begin in `work` are children of the step. */
  within<T>(step: Step, work: () => T): T;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

export async function openTracing(url: string | null, version: string): Promise<Tracing | null> {
  if (url === null) return null;
  const { traceTo } = await import('./spans.ts');
  return traceTo(url, version);
}
