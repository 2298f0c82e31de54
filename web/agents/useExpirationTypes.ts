import { ExpirationType } from '#core/agents/expirations.ts';
import type { AnyRow } from '#ui/moves.ts';
import { useRows } from '#ui/Table/useRows.ts';

const none: readonly AnyRow[] = [];

/** The papers that the agency tracks; empty while loading. */
export const useExpirationTypes = (): readonly AnyRow[] => useRows(ExpirationType, { limit: 250 }).data?.rows ?? none;
