// Who else has the record open.
import { useEffect } from 'react';
import type { Other } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { heartbeat } from '#core/live/live.ts';
import { call, endpointsOf } from '../client/call.ts';
import { store, useStore } from '../client/store.ts';

type Present = Readonly<Record<string, readonly Other[]>>;

const keyOf = (entity: string, id: string): string => `${entity} ${id}`;

export const present = store<Present>({});

export const setOthers = (entity: string, id: string, others: readonly Other[]): void =>
  present.set({ ...present.get(), [keyOf(entity, id)]: others });

type State = 'here' | 'editing' | 'gone';

/** One after the other: what was said first must not be heard last. */
let said: Promise<void> = Promise.resolve();

function say(of: Entity, id: string, state: State): void {
  said = said.then(async () => {
    try {
      const answer = await call(endpointsOf(of).presence, { params: { id }, input: { state } });
      if (state !== 'gone') setOthers(of.name, id, (answer as { others: Other[] }).others);
    } catch {
      // Of no consequence: the next one says it again.
    }
  });
}

/** Says that the record is open, and changed or not, as long as it is; tells who else is there. */
export function useOthers(of: Entity, id: string | null, editing: boolean): readonly Other[] {
  const others = useStore(present);
  useEffect(() => {
    if (id === null) return;
    const now = (): void => say(of, id, editing ? 'editing' : 'here');
    now();
    const timer = setInterval(now, heartbeat);
    return () => clearInterval(timer);
  }, [of, id, editing]);
  useEffect(() => {
    if (id === null) return;
    return () => say(of, id, 'gone');
  }, [of, id]);
  return id === null ? [] : (others[keyOf(of.name, id)] ?? []);
}
