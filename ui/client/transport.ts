// One HTTP exchange: JSON in, JSON out, and the error for a refusal.
import { fileMessages } from '#core/files/messages.ts';
import {
  cleanedText,
  inFrench,
  messages,
  Problem,
  type ProblemDetails,
  type ProblemKind,
  problemStatus,
  tooLargeTitle,
  tooLongBody,
} from '#core/kernel/problem.ts';
import { connectionLost, connectionWorks } from './connection.ts';

/** Prefix of every call; the build can configure another one. */
export const apiBase: string = import.meta.env.VITE_API_BASE ?? '/api';

/** The server did not answer. */
export class NetworkProblem extends Error {
  constructor(message: string = messages.network, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetworkProblem';
  }
}

/** Milliseconds. A weak network may never answer: after this, screens say so. A change is safe to send again. */
const patience = { read: 30_000, write: 60_000 };

export interface Exchange {
  method: string;
  path: string;
  body?: unknown;
  token?: string | null;
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Default: a GET. */
  reads?: boolean;
}

export interface Answer {
  status: number;
  body: unknown;
}

export async function exchange({
  method,
  path,
  body,
  token,
  key,
  signal,
  reads = method === 'GET',
}: Exchange): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  const late = AbortSignal.timeout(reads ? patience.read : patience.write);
  let response: Response;
  let text: string;
  try {
    response = await fetch(apiBase + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    connectionLost();
    const known = cause instanceof TypeError || late.aborted;
    throw new NetworkProblem(known ? messages.network : messages.unknownNetwork, { cause });
  }
  return answerOf(response.status, text);
}

/**
 * Our server writes objects, and its refusals name their status. Anything else comes from between: a gateway that cannot
 * reach it, or the portal of a network, which answers any call with a page of its own.
 */
const isOurs = ({ status, body }: Answer): boolean => {
  // A proxy that refuses a file answers in its own words (AE-007): the same file would be refused again.
  if (status === 204 || status === 413) return true;
  if (typeof body !== 'object' || body === null) return false;
  return status < 400 || (body as { code?: unknown }).code === status;
};

/** Throws a network problem if the server has not said this. */
export function answerOf(status: number, text: string): Answer {
  const answer = { status, body: parseJson(text) };
  if (!isOurs(answer)) {
    connectionLost();
    throw new NetworkProblem();
  }
  connectionWorks();
  return answer;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message as sent by the server, before its translation to French. */
export const wireMessageOf = (answer: Answer): string =>
  (answer.body as { message?: string } | undefined)?.message ?? '';

const kinds = new Map<number, ProblemKind>(
  Object.entries(problemStatus).map(([kind, status]) => [status, kind as ProblemKind]),
);

/** The error to throw for a status of 400 and above. */
export function problemOf(answer: Answer): Error {
  const {
    code: _code,
    message: _message,
    ...details
  } = (answer.body ?? {}) as ProblemDetails & Record<string, unknown>;
  const kind = kinds.get(answer.status);
  // A proxy that refuses a file answers in its own words (AE-007).
  const message =
    kind === 'tooLarge' && wireMessageOf(answer) !== tooLongBody
      ? `${tooLargeTitle} ${fileMessages.tooLarge}`
      : cleanedText(inFrench(wireMessageOf(answer))) || messages.unexpected;
  return kind ? new Problem(kind, message, details) : new Error(message);
}
