// The open question about coming services. Without the code of the planning: every screen loads it.
import type { Entity } from '#core/kernel/entity.ts';
import type { Filters } from '#core/kernel/query.ts';
import type { LeavingKind } from '#core/planning/leaving.ts';
import { store } from '#ui/client/store.ts';
import type { BeforeMove } from '#ui/moves.ts';

export interface LeavingChoice {
  services: 'keep' | 'free';
  leftOn: string | null;
}

export interface LeavingAsked {
  kind: LeavingKind;
  /** The agents, sites or customers. */
  those: readonly { id: string; name: string }[];
  act: 'archive' | 'delete' | 'save';
  /** Only services that begin after this day. */
  after: string | null;
  /** The day of leaving, for the staff register; its first possible day, or null: not asked. */
  leaving: { notBefore: string | null } | null;
  /** Open sites that are archived with their customers. */
  sites: number;
  /** Null: cancelled. */
  answer(choice: LeavingChoice | null): void;
}

/** The open question; rendered by LeavingHost. */
export const leavingAsked = store<LeavingAsked | null>(null);

/** Filters of the list of services that a message opens; LeavingHost goes there. */
export const servicesAsked = store<Filters | null>(null);

/** Findings of the planning may be asked about on a screen without the planning; LeavingHost renders them. */
export const questionsOpen = store(false);

export async function withQuestions<T>(act: () => Promise<T>): Promise<T> {
  questionsOpen.set(true);
  try {
    return await act();
  } finally {
    questionsOpen.set(false);
  }
}

/** For `beforeMove` of the dialog extras. */
export const beforeLeaving =
  (of: Entity, kind: LeavingKind): BeforeMove =>
  async (...move) =>
    (await import('./leaving.ts')).askBeforeMove(of, kind, ...move);
