// The code of a device: six digits, a growing wait after wrong ones, locked after ten (decision 93).

export const codeLength = 6;
export const mostWrong = 10;

export const isCode = (text: string): boolean => new RegExp(`^\\d{${codeLength}}$`).test(text);

/** Codes that anybody tries first. */
export function isWeakCode(code: string): boolean {
  const digits = Array.from(code, Number);
  const steps = new Set(digits.slice(1).map((digit, at) => digit - (digits[at] as number)));
  return new Set(digits).size < 3 || (steps.size === 1 && (steps.has(1) || steps.has(-1)));
}

export interface Tries {
  wrong: number;
  /** The device's clock at the last wrong code. */
  at: number;
}

export const noTries: Tries = { wrong: 0, at: 0 };

const second = 1_000;
/** Seconds to wait after the third, fourth, … wrong code. */
const waits = [5, 15, 30, 60, 120, 300, 600] as const;
const free = 2;

/** Milliseconds before the next code may be tried; null: only a sign-in with a network opens it again. */
export function waitBefore({ wrong, at }: Tries, now: number): number | null {
  if (wrong >= mostWrong) return null;
  if (wrong <= free) return 0;
  const wait = (waits[Math.min(wrong - free, waits.length) - 1] as number) * second;
  // A clock that was set back does not shorten it, and does not prolong it beyond one wait.
  return Math.min(wait, Math.max(0, at + wait - now));
}

export const afterWrong = ({ wrong }: Tries, now: number): Tries => ({ wrong: wrong + 1, at: now });
