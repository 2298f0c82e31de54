// Signed links that open one file for some minutes without a token, bound to the file, the path and the session. They
// open only what the session itself may open at that moment.
import { createHmac } from 'node:crypto';
import { fileMessages } from '#core/files/files.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Caller } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { derive, isSame } from '#server/secret.ts';

const life = 5 * 60_000;

type Path = Readonly<Record<string, string | undefined>>;

/** Signs only the ids of the path: a proxy may add a prefix. */
function macOf(secret: string, { agencyId, agentId, customerId, id }: Path, session: string, until: number): Buffer {
  const bound = [agencyId, agentId, customerId, id].map((part) => part?.toLowerCase() ?? '');
  return createHmac('sha256', derive(secret, 'file-link'))
    .update([...bound, session, until].join(' '))
    .digest();
}

export interface Signed {
  /** The query string of the link. */
  query: string;
  until: Date;
}

export function signLink(secret: string, path: Path, session: string, now: Date): Signed {
  const until = now.getTime() + life;
  const key = macOf(secret, path, session, until).toString('base64url');
  return { query: new URLSearchParams({ session, until: String(until), key }).toString(), until: new Date(until) };
}

/** The caller of a link; throws for a wrong, expired or orphaned one. */
export async function callerByLink(
  secret: string,
  callerOf: (sessionId: string) => Promise<Caller | null>,
  { path, query, now }: { path: Path; query: Readonly<Record<string, unknown>>; now: number },
): Promise<Caller> {
  const { session, until, key } = query;
  const shown = Buffer.from(typeof key === 'string' ? key : '', 'base64url');
  const end = Number(until);
  if (isUuid(session) && /^\d{13}$/.test(String(until)) && end > now && end <= now + life) {
    const wanted = macOf(secret, path, session, end);
    const caller = isSame(shown, wanted) ? await callerOf(session) : null;
    if (caller) return caller;
  }
  throw new Problem('unauthenticated', fileMessages.oldLink);
}
