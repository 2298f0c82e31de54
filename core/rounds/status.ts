// States of the execution of a round or a circuit (2 §4; O-005). They differ from those of services, where 300 and 400
// mean something else (decision 1).

export const roundExecutionStatus = {
  waiting: 100,
  running: 200,
  /** The code of the specification. */
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

/** Another code of « Non terminée »: accepted, never sent. */
const otherUnfinished = 300;

/** The code we send; null: not a code of a round. */
export function roundExecutionStatusOf(code: number): RoundExecutionStatus | null {
  const sent = code === otherUnfinished ? roundExecutionStatus.unfinished : code;
  return Object.hasOwn(roundExecutionLabels, sent) ? (sent as RoundExecutionStatus) : null;
}
