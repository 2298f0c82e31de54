// What this telephone knows by itself: what it is, how it is worn, and an exit that it reported.
import type { Vector } from '#core/safety/motion.ts';
import { type Drafts, draftPlace } from '../store/drafts.ts';

/** S-008, S-022: nobody carries a computer. The perimeter can be tried on one in development. */
export const isComputer = (): boolean => !navigator.maxTouchPoints;
export const hasNoPerimeter = (): boolean => isComputer() && !import.meta.env.DEV;

const referenceKey = 'field.fall.reference';

export const keptReference = (): Vector | null => {
  try {
    return JSON.parse(localStorage.getItem(referenceKey) ?? 'null') as Vector | null;
  } catch {
    return null;
  }
};

export const keepReference = (reference: Vector | null): void =>
  localStorage.setItem(referenceKey, JSON.stringify(reference));

const exitOf = (service: string): string => draftPlace(service, 'perimeter exit');

/** S-029: until his return, also after a break or another start of the application. A full disk must not stop the watch. */
export const keepExit = (drafts: Drafts, service: string, isOut: boolean): Promise<void> =>
  drafts.keep(exitOf(service), isOut ? { isOut } : null).catch(() => undefined);

export const wasOut = (drafts: Drafts, service: string): Promise<boolean> =>
  drafts.read(exitOf(service)).then(
    (kept) => kept !== null,
    () => false,
  );
