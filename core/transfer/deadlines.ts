// The steps of a transfer and their last days (avenant of 28 January 2011, art. 2.1, 2.3.1, 2.3.2, 3.1.1 and 3.2). Each
// done step may start the term of the next one.

export const directions = { OUT: 'Site perdu (sortant)', IN: 'Site gagné (entrant)' } as const;
export type Direction = keyof typeof directions;

interface Step {
  label: string;
  article: string;
  /** The other company does it, or it is only noted. */
  theirs?: true;
  /** Shown once that step is done. */
  after?: string;
}

export const steps = {
  OUT: {
    list: { label: 'Adresser la liste et les dossiers à l’entreprise entrante', article: '2.3.1' },
    staff: { label: 'Prévenir par courrier les salariés concernés', article: '2.3.1' },
    committee: { label: 'Informer le CSE', article: '2.3.1' },
    asked: { label: 'Pièces manquantes réclamées', article: '2.3.1', theirs: true, after: 'list' },
    missing: { label: 'Transmettre les pièces manquantes', article: '2.3.1', after: 'asked' },
    answer: { label: 'Recevoir la liste des salariés repris', article: '2.3.2', theirs: true },
    settle: { label: 'Arrêter les comptes et remettre les certificats de travail', article: '3.2' },
    rest: { label: 'Transmettre les derniers bulletins et les demandes de congés', article: '3.2' },
  },
  IN: {
    notify: { label: 'Se faire connaître de l’entreprise sortante', article: '2.1' },
    received: { label: 'Recevoir la liste et les dossiers', article: '2.3.1', theirs: true },
    acknowledge: { label: 'Accuser réception et nommer les pièces manquantes', article: '2.3.1', after: 'received' },
    complete: { label: 'Dossiers complets', article: '2.3.1', theirs: true, after: 'received' },
    reply: { label: 'Communiquer la liste des salariés repris', article: '2.3.2' },
    amend: { label: 'Notifier chaque transfert et remettre les avenants', article: '3.1.1' },
  },
} as const satisfies Record<Direction, Record<string, Step>>;

export const stepCodes = [...Object.keys(steps.OUT), ...Object.keys(steps.IN)] as [string, ...string[]];

export interface Procedure {
  direction: Direction;
  transferDate: string;
  /** Lost: the incoming company made itself known. Won: the customer's written word. */
  knownOn: string | null;
}

export interface Task {
  code: string;
  label: string;
  article: string;
  isTheirs: boolean;
  /** Null: its term has not begun, or the text gives none. */
  due: string | null;
  doneOn: string | null;
}

const next = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Working days are every day but Sundays and public holidays (« jours ouvrables »). The day itself is not counted. */
export function workingDaysAfter(day: string, count: number, holidays: ReadonlySet<string>): string {
  let at = day;
  for (let left = count; left > 0; ) {
    at = next(at);
    if (new Date(`${at}T00:00:00Z`).getUTCDay() !== 0 && !holidays.has(at)) left -= 1;
  }
  return at;
}

type Marks = Readonly<Record<string, string>>;

function dueOf(
  { direction, transferDate, knownOn }: Procedure,
  marks: Marks,
  after: (day: string | null | undefined, count: number) => string | null,
): Record<string, string | null> {
  if (direction === 'OUT')
    return {
      list: after(knownOn, 10),
      staff: after(knownOn, 10),
      committee: after(knownOn, 10),
      asked: null,
      missing: after(marks.asked, 2),
      answer: after(marks.missing ?? marks.list, 8),
      settle: transferDate,
      rest: next(transferDate, 30),
    };
  const reply = after(marks.complete ?? marks.received, 8);
  const last = after(transferDate, 8) as string;
  return {
    notify: after(knownOn, 5),
    received: after(marks.notify, 10),
    acknowledge: after(marks.received, 5),
    complete: null,
    reply,
    amend: reply !== null && reply < last ? reply : last,
  };
}

export function tasksOf(procedure: Procedure, marks: Marks, holidays: ReadonlySet<string>): Task[] {
  const due = dueOf(procedure, marks, (day, count) => (day ? workingDaysAfter(day, count, holidays) : null));
  return Object.entries(steps[procedure.direction] as Record<string, Step>).flatMap(
    ([code, { label, article, theirs = false, after }]) =>
      after !== undefined && !marks[after] && !marks[code]
        ? []
        : [{ code, label, article, isTheirs: theirs, due: due[code] ?? null, doneOn: marks[code] ?? null }],
  );
}

/** The terms still open, the first one first. */
export const openTasks = <T extends Task>(tasks: readonly T[]): (T & { due: string })[] =>
  tasks
    .flatMap((task) => (task.due !== null && task.doneOn === null ? [{ ...task, due: task.due }] : []))
    .toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0));

/** The first term that is ours to keep: what the other company owes hides none of ours. */
export function nextTask(tasks: readonly Task[]): Task | null {
  const open = openTasks(tasks);
  return open.find(({ isTheirs }) => !isTheirs) ?? open[0] ?? null;
}
