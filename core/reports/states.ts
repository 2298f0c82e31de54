// The states of a report, without its declaration: the field loads them before its first screen.
export const draftReport = 100;
export const submittedReport = 200;
export const approvedReport = 300;
export const sentReport = 400;
export const refusedReport = 500;
export const replacedReport = 600;

/** States in which it can be written: by the agency, and by its agent. */
export const writableStates: readonly number[] = [draftReport, submittedReport, refusedReport];
export const ownWritableStates: readonly number[] = [draftReport, refusedReport];
