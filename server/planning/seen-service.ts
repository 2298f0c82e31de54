import { Problem } from '#core/kernel/problem.ts';
import { Service } from '#core/planning/service.ts';
import type { Call } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { readServices } from './writing.ts';

/** On his own path an agent finds his published services. */
export async function seenService(call: Pick<Call, 'db' | 'context'>, id: string) {
  const [row] = isUuid(id) ? await readServices(call.db, [id], call.context) : [];
  if (!row) throw new Problem('missing', Service.missing);
  return row;
}
