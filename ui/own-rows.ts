// The rows of one's own on a screen of one's own, for whoever also reads those of others (C-047).
import { useMemo } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Filters } from '#core/kernel/query.ts';
import { useSession } from './client/session.ts';
import { pathFor } from './may.ts';

/** Undefined: the path has no other rows. The entity names its person in `agent`. */
export function useOwnRows(of: Entity): Filters | undefined {
  const session = useSession();
  const own = session.flags.isAgent && pathFor(session, of) === 'agency' ? session.profile?.id : undefined;
  return useMemo(() => (own === undefined ? undefined : { agent: [own] }), [own]);
}
