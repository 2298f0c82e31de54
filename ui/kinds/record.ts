// The record of a form or sheet, for fields that call the server.
import { createContext, useContext } from 'react';
import type { Entity } from '#core/kernel/entity.ts';

export interface RecordPlace {
  of: Entity;
  /** Null: not created yet. */
  id: string | null;
  /** The current values of the form; absent if read-only. */
  values?(): Readonly<Record<string, unknown>>;
}

const context = createContext<RecordPlace | null>(null);

export const RecordProvider = context.Provider;
export const useRecordPlace = (): RecordPlace | null => useContext(context);
