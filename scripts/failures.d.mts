export interface Failure {
  title: string;
  message: string;
}

export function unitFailures(report: object, hookErrors: readonly Failure[], under: string): Failure[];
export function browserFailures(report: object): Failure[];
export function formatFailures(failures: readonly Failure[]): string;
