// What the telephone knows of its person's requests: the last list that it read, with their conversations, and what it may ask.
import { useCallback, useEffect, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Row } from '#core/kernel/entity.ts';
import { UnavailabilityType } from '#core/planning/unavailability.ts';
import { agentRequestCalls } from '#core/requests/calls.ts';
import { requestCreate, requestMessage } from '#core/requests/messages.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { type RequestNature, RequestType } from '#core/requests/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { say } from '../calls.ts';
import type { FieldSession, FieldView } from '../session.ts';

export type KnownRequest = Row<typeof AgentRequest>;

export interface Known {
  requests: readonly KnownRequest[];
  types: readonly { id: string; name: string; nature: RequestNature }[];
  reasons: readonly { id: string; name: string }[];
}

const place = 'requests';
const empty: Known = { requests: [], types: [], reasons: [] };
const mostListed = 50;
/** While the screen is open. */
const readEvery = 30_000;
/** Read whole at once, for where there is no network. */
const mostWhole = 10;

/** Null: being read for the first time. */
export interface Reading {
  known: Known | null;
  /** What is shown is what the telephone kept. */
  isOld: boolean;
  /** `id`: this one whole, whatever the list says of it. */
  refresh(id?: string): void;
}

/** The agency wrote nothing since: what is kept is still whole. */
const isSame = (kept: KnownRequest | undefined, row: KnownRequest): boolean =>
  kept !== undefined && !row.isUnread && kept.version === row.version && kept.answeredAt === row.answeredAt;

/** The list has no text, no conversation and no files: what was read of them stays. */
export const withKept = (row: KnownRequest, kept: KnownRequest | undefined): KnownRequest => ({
  ...kept,
  ...row,
  ...{ messages: kept?.messages ?? [], attachments: kept?.attachments ?? [] },
});

async function fetched(session: FieldSession, before: Known, forced: string | null): Promise<Known | null> {
  const list = await say(session.device, endpointsOf(AgentRequest).list, {
    ...{ limit: mostListed, orderBy: 'createdAt', ascending: false },
  });
  if (list.status !== 200) return null;
  const rows = (list.body as { agentRequests: KnownRequest[] }).agentRequests;
  const requests: KnownRequest[] = [];
  for (const [rank, row] of rows.entries()) {
    const kept = before.requests.find(({ id }) => id === row.id);
    const isAsked = row.id === forced || (rank < mostWhole && !isSame(kept, row)) || row.isUnread;
    const read = isAsked ? await say(session.device, endpointsOf(AgentRequest).read, undefined, { id: row.id }) : null;
    requests.push(
      read?.status === 200 ? (read.body as { agentRequest: KnownRequest }).agentRequest : withKept(row, kept),
    );
  }
  const listOf = async <T>(
    of: typeof RequestType | typeof UnavailabilityType,
    known: readonly T[],
  ): Promise<readonly T[]> => {
    const { status, body } = await say(session.device, endpointsOf(of).list, {
      ...{ filters: { enabled: true }, orderBy: 'name', ascending: true, limit: 100 },
    });
    return status === 200 ? ((body as Record<string, T[]>)[of.plural] ?? known) : known;
  };
  return {
    requests,
    types: await listOf(RequestType, before.types),
    reasons: await listOf(UnavailabilityType, before.reasons),
  };
}

/** Read again when what was written here has left, and when the network is back. */
export function useKnown(session: FieldSession, { queue, link }: FieldView): Reading {
  const [reading, setReading] = useState<{ known: Known | null; isOld: boolean }>({ known: null, isOld: true });
  const [turn, setTurn] = useState<{ forced: string | null }>({ forced: null });
  const waiting = queue.events.length;
  useEffect(() => {
    let isLeft = false;
    void waiting;
    void link;
    void (async () => {
      const before = (await session.drafts.read<Known>(place).catch(() => null)) ?? null;
      if (before && !isLeft) setReading({ known: before, isOld: true });
      const now = await fetched(session, before ?? empty, turn.forced);
      if (isLeft) return;
      setReading({ known: now ?? before ?? empty, isOld: now === null });
      if (now) await session.drafts.keep(place, now).catch(() => undefined);
    })();
    return () => {
      isLeft = true;
    };
  }, [session, turn, waiting, link]);
  const refresh = useCallback((id?: string) => setTurn({ forced: id ?? null }), []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, readEvery);
    return () => clearInterval(timer);
  }, [refresh]);
  return { ...reading, refresh };
}

/** Opened where there is a network: the agency's answer is read. */
export const markRead = (session: FieldSession, id: string): Promise<unknown> =>
  say(session.device, agentRequestCalls.markRead, undefined, { id });

export const withdrawRequest = (session: FieldSession, id: string): ReturnType<typeof say> =>
  say(session.device, endpointsOf(AgentRequest).act as Endpoint, undefined, { id, type: 'delete' });

interface Payload {
  request: string;
  subject: string;
  content: string | null;
}

const payloadsOf = ({ events }: FieldView, type: string): Payload[] =>
  events.flatMap((one) => (one.type === type ? [one.payload as Payload] : []));

/** Asked here, and not in the list yet. */
export const waitingRequests = (view: FieldView, { requests }: Known): Payload[] =>
  payloadsOf(view, requestCreate.type).filter(({ request }) => !requests.some(({ id }) => id === request));

/** Written here, and not in the conversation yet. */
export const waitingMessages = (view: FieldView, { id, messages }: KnownRequest): string[] =>
  payloadsOf(view, requestMessage.type).flatMap(({ request, content }) =>
    request === id && content && !messages.some((one) => one.content === content.trim()) ? [content] : [],
  );
