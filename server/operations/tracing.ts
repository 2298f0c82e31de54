// Spans of calls, questions to the database and jobs, where a collector is configured. Nothing of it is loaded otherwise.

/** What a span says: names of ours and figures, never what anybody wrote. */
export type Marks = Readonly<Record<string, string | number>>;

/** A span under way. */
export interface Step {
  end(marks?: Marks, failed?: boolean): void;
}

export interface Tracing {
  begin(name: string, marks: Marks): Step;
  /** What is begun in `work` belongs to the step. */
  within<T>(step: Step, work: () => T): T;
  /** Sends what is left. */
  close(): Promise<void>;
}

export async function openTracing(url: string | null, version: string): Promise<Tracing | null> {
  if (url === null) return null;
  const { traceTo } = await import('./spans.ts');
  return traceTo(url, version);
}
