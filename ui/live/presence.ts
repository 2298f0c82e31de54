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

/** Timeout of a call: the next heartbeat repeats it. */
const timeout = 5_000;

/** The latest state to send for a record while a call is under way. */
const waiting = new Map<string, State | null>();

/** One call after the other, so that the order is kept. */
function announce(of: Entity, id: string, state: State): void {
  const key = keyOf(of.name, id);
  const isSending = waiting.has(key);
  waiting.set(key, state);
  if (!isSending) void sendWaiting(of, id, key);
}

async function sendWaiting(of: Entity, id: string, key: string): Promise<void> {
  for (let state = waiting.get(key); state; state = waiting.get(key)) {
    waiting.set(key, null);
    await sendState(of, id, state);
  }
  waiting.delete(key);
}

async function sendState(of: Entity, id: string, state: State): Promise<void> {
  const giveUp = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    giveUp.abort();
    late.reject(giveUp.signal.reason);
  }, timeout);
  try {
    // A call that waits for a new sign-in does not obey the abort signal: reject it here.
    const sent = call(endpointsOf(of).presence, { params: { id }, input: { state }, signal: giveUp.signal });
    const answer = await Promise.race([sent, late.promise]);
    if (state !== 'gone') setOthers(of.name, id, (answer as { others: Other[] }).others);
  } catch {
    // Ignored: the next heartbeat repeats it.
  } finally {
    clearTimeout(timer);
  }
}

/** Announces that the record is open, and whether it is being edited; returns who else is there. */
export function useOthers(of: Entity, id: string | null, editing: boolean): readonly Other[] {
  const others = useStore(present);
  useEffect(() => {
    if (id === null) return;
    const now = (): void => announce(of, id, editing ? 'editing' : 'here');
    now();
    const timer = setInterval(now, heartbeat);
    return () => clearInterval(timer);
  }, [of, id, editing]);
  useEffect(() => {
    if (id === null) return;
    return () => announce(of, id, 'gone');
  }, [of, id]);
  return id === null ? [] : (others[keyOf(of.name, id)] ?? []);
}
