// The record that the fields of a form or a sheet belong to, for those that ask the server about themselves.
import { createContext, useContext } from 'react';
import type { Entity } from '#core/kernel/entity.ts';

export interface RecordPlace {
  of: Entity;
  /** Null: not created yet. */
  id: string | null;
  /** As typed by now; absent where the record is only read. */
  values?(): Readonly<Record<string, unknown>>;
}

const context = createContext<RecordPlace | null>(null);

export const RecordProvider = context.Provider;
export const useRecordPlace = (): RecordPlace | null => useContext(context);
