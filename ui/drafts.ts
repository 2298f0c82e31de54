// Unsaved text stored on this device, per user, until it is saved or discarded.
import { useState } from 'react';
import { recalledKeys, recallJson, rememberJson } from './client/device.ts';
import { sessionStore } from './client/session-state.ts';

const days = 14;

interface Kept {
  at: number;
  value: unknown;
}

const place = (key: string): string => `draft.${sessionStore.get()?.user.id ?? 'anonymous'}.${key}`;

export function keepDraft(key: string, value: unknown): void {
  rememberJson(place(key), { at: Date.now(), value } satisfies Kept);
}

export function readDraft<T = unknown>(key: string): T | null {
  return (recallJson<Kept>(place(key))?.value as T | undefined) ?? null;
}

export function dropDraft(key: string): void {
  rememberJson(place(key), null);
}

function keepText(place: string, text: string): void {
  if (text.trim() === '') dropDraft(place);
  else keepDraft(place, text);
}

/** Without what was sent; what was changed meanwhile stays as it is. */
const unsentOf = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trim() : text;

interface TextDraft {
  text: string;
  type(next: string): void;
  /** What was sent is no draft any more; what was typed since is. */
  clear(sent: string): void;
}

/** A text typed at this place; an empty one is no draft. Another place is another component. */
export function useTextDraft(place: string): TextDraft {
  const [text, setText] = useState(() => readDraft<string>(place) ?? '');
  return {
    text,
    type: (next) => {
      setText(next);
      keepText(place, next);
    },
    clear: (sent) => {
      setText((now) => unsentOf(now, sent));
      keepText(place, unsentOf(readDraft<string>(place) ?? '', sent));
    },
  };
}

export const hasDrafts = (userId: string): boolean => recalledKeys(`draft.${userId}.`).length > 0;

/** After a sign-out, nothing of the person stays on the device. */
export function dropDraftsOf(userId: string): void {
  for (const key of recalledKeys(`draft.${userId}.`)) rememberJson(key, null);
}

/** Drafts older than two weeks are useless. */
export function dropOldDrafts(): void {
  const oldest = Date.now() - days * 86_400_000;
  for (const key of recalledKeys('draft.')) if ((recallJson<Kept>(key)?.at ?? 0) < oldest) rememberJson(key, null);
}
