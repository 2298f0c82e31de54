// How the execution of a round, or of a circuit, stands (2 §4; O-005). Never the table of services, where 300 and 400
// mean something else (decision 1).

export const roundExecutionStatus = {
  waiting: 100,
  running: 200,
  /** As the specification gives it. */
  unfinished: 30,
  finished: 400,
} as const;

export type RoundExecutionStatus = (typeof roundExecutionStatus)[keyof typeof roundExecutionStatus];

export const roundExecutionLabels: Readonly<Record<RoundExecutionStatus, string>> = {
  100: 'En attente',
  200: 'En cours',
  30: 'Non terminée',
  400: 'Terminée',
};

/** The other reading of « Non terminée »: taken in, never given out. */
const otherUnfinished = 300;

/** The code as we give it out; null: no code of a round. */
export function roundExecutionStatusOf(code: number): RoundExecutionStatus | null {
  const given = code === otherUnfinished ? roundExecutionStatus.unfinished : code;
  return Object.hasOwn(roundExecutionLabels, given) ? (given as RoundExecutionStatus) : null;
}
