// Optimistic updates: new rows are drawn over the server's rows until the server confirms or refuses them.
import type { Calendar } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { store } from '#ui/client/store.ts';
import type { Planning } from './model.ts';
import type { RowChanges } from './patch.ts';

/** Effect of one action on one service. */
interface Step {
  act: Act;
  row: PlannedService;
  /** When the server accepted it; the row then has the server's version. */
  savedAt: number | null;
}

/** By service, in the order of the actions: the last one is drawn. */
export const pendingSteps = store<ReadonlyMap<string, readonly Step[]>>(new Map());

const put = (change: (next: Map<string, readonly Step[]>) => void): void => {
  const next = new Map(pendingSteps.get());
  change(next);
  pendingSteps.set(next);
};

const setList = (next: Map<string, readonly Step[]>, id: string, list: readonly Step[]): void => {
  if (list.length > 0) next.set(id, list);
  else next.delete(id);
};

/** Ids of copies that the server has not created yet. */
const provisional = 'new:';
let copies = 0;
export const provisionalId = (): string => {
  copies += 1;
  return `${provisional}${copies}`;
};
export const isProvisional = (id: string): boolean => id.startsWith(provisional);

const agencyNow = (): string | null => sessionStore.get()?.agency?.id ?? null;

/** The last unanswered action by service: the next action on this service waits for it. */
const lastActs = new Map<string, Act>();

/** One action on some services: drawn at once, sent in order. */
export class Act {
  /** The agency whose planning it changes. */
  readonly agency = agencyNow();
  readonly rows: readonly PlannedService[];
  readonly #before: Map<string, PlannedService>;
  readonly #earlier: Map<string, Act>;
  #saved: Map<string, PlannedService> | null = null;
  /** Settles when the server has answered. */
  answered: Promise<unknown> = Promise.resolve();

  /** `before`: the same services as drawn now. */
  constructor(before: readonly PlannedService[], rows: readonly PlannedService[]) {
    this.rows = rows;
    this.#before = new Map(before.map((row) => [row.id, row]));
    this.#earlier = new Map(rows.flatMap(({ id }) => (lastActs.has(id) ? [[id, lastActs.get(id) as Act]] : [])));
    put((next) => {
      for (const row of rows) next.set(row.id, [...(next.get(row.id) ?? []), { act: this, row, savedAt: null }]);
    });
  }

  /** Sends it once the earlier actions on its services are answered. Rolls it back if it is not saved. */
  run(send: () => Promise<void>): Promise<void> {
    const waiting = [...this.#earlier.values()].map((act) => act.answered);
    const done = Promise.allSettled(waiting)
      .then(send)
      .finally(() => {
        if (!this.#saved) this.#takeBack();
        for (const { id } of this.rows) if (lastActs.get(id) === this) lastActs.delete(id);
      });
    this.answered = done;
    for (const { id } of this.rows) lastActs.set(id, this);
    return done;
  }

  /** Each service as the server has it when this action is sent, as far as this screen knows. */
  get before(): PlannedService[] {
    return this.rows.flatMap(({ id }) => this.#under(id) ?? []);
  }

  #under(id: string): PlannedService | undefined {
    const earlier = this.#earlier.get(id);
    if (!earlier) return this.#before.get(id);
    return earlier.#saved ? earlier.#saved.get(id) : earlier.#under(id);
  }

  /** The server's ids and versions, in the order of the rows. */
  saved(answers: readonly { id: string; version: number }[]): void {
    const savedAt = performance.now();
    const rows = this.rows.flatMap((row, at): [string, PlannedService][] => {
      const answer = answers[at];
      return answer ? [[row.id, { ...row, ...answer }]] : [];
    });
    this.#saved = new Map(rows);
    put((next) => {
      for (const [was, row] of rows) {
        const list = next.get(was) ?? [];
        const step = { act: this, row, savedAt };
        // A copy gets the id of the server.
        if (was !== row.id) next.delete(was);
        setList(next, row.id, was === row.id ? list.map((one) => (one.act === this ? step : one)) : [step]);
      }
    });
  }

  #takeBack(): void {
    put((next) => {
      for (const { id } of this.rows)
        setList(
          next,
          id,
          (next.get(id) ?? []).filter(({ act }) => act !== this),
        );
    });
  }
}

/** Resolves when every action is answered. */
export const allAnswered = async (): Promise<void> => {
  while (lastActs.size > 0) await Promise.allSettled([...lastActs.values()].map((act) => act.answered));
};

export interface Overlay {
  rows: RowChanges;
  /** Services with an unanswered action. */
  saving: ReadonlySet<string>;
}

type Shown = Pick<Planning, 'services' | 'calendar'>;

/** Whether the planning of this period would contain the row. */
const isIn = ({ loaded }: Calendar, { start, end }: PlannedService): boolean => start < loaded.to && end > loaded.from;

/** The rows to draw over those of the server. A row outside the period is not drawn, and removed where it was. */
export function overlayOf(pending: ReadonlyMap<string, readonly Step[]>, { services, calendar }: Shown): Overlay {
  const rows = new Map<string, PlannedService | null>();
  const saving = new Set<string>();
  for (const [id, list] of pending) {
    const { act, row, savedAt } = list.at(-1) as Step;
    const known = services.get(id);
    if (act.agency !== agencyNow() || (savedAt !== null && (known?.version ?? 0) >= row.version)) continue;
    const isShown = isIn(calendar, row);
    if (!isShown && !known) continue;
    rows.set(id, isShown ? row : null);
    if (savedAt === null) saving.add(id);
  }
  return { rows, saving };
}

/** After this many milliseconds without an answer, a saved row counts as gone. */
const longest = 60_000;

/**
 * Drops saved rows that the server has returned since, in their version or as gone. Rows of other periods stay: this
 * period's data does not contain them.
 */
export function settle(
  { services, calendar }: Shown,
  answer: { ids: ReadonlySet<string>; askedAt: number } | null,
): void {
  const isSettled = ({ row, savedAt }: Step): boolean => {
    if (savedAt === null) return false;
    if (performance.now() - savedAt > longest) return true;
    const known = services.get(row.id);
    if (known) return known.version >= row.version;
    return answer !== null && answer.askedAt > savedAt && answer.ids.has(row.id) && isIn(calendar, row);
  };
  const settled = [...pendingSteps.get()].filter(([, list]) => list.some(isSettled));
  if (settled.length === 0) return;
  put((next) => {
    for (const [id, list] of settled)
      setList(
        next,
        id,
        list.filter((step) => !isSettled(step)),
      );
  });
}
