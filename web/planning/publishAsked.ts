// A publication that was asked for, from whatever screen. Without the code of the planning: every screen loads it.
import type { Input } from '#core/kernel/endpoint.ts';
import type { publishServices } from '#core/planning/calls.ts';
import { store } from '#ui/client/store.ts';

export type PublishAsked = Pick<Input<typeof publishServices>, 'services' | 'period'>;

/** Rendered by PublishHost. */
export const publishAsked = store<PublishAsked | null>(null);

export interface Breach {
  key: string;
  /** The agency refuses it; otherwise a warning. */
  refused: boolean;
  text: string;
}

export interface Breaches {
  /** The rules that a service breaks for an agent. */
  of(service: string, agent: string): readonly Breach[];
}

/** Of the planning on the screen; null: not known. */
export const knownBreaches = store<Breaches | null>(null);
