// Hands one encrypted message to a push service (RFC 8030). Redirections are not followed, the answer's body is not read.
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { PushManner } from '#core/kernel/notification.ts';
import type { Environment } from '#server/environment.ts';
import { allowsAnyAddress, ClosedAddress, isAcceptable, publicLookup } from './address.ts';
import { type BrowserKeys, encrypt } from './encrypt.ts';
import { vapidHeader } from './vapid.ts';

export interface Subscription {
  endpoint: string;
  keys: BrowserKeys;
}

/** `gone`: the browser listens no more. `later`: try again. `refused`: this message never will. */
export type Verdict = 'taken' | 'gone' | 'later' | 'refused';

const patience = 10_000;

const verdictOf = (status: number): Verdict => {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 413 || status === 400 ? 'refused' : 'later';
};

function post(address: string, headers: Record<string, string>, body: Buffer, anywhere: boolean): Promise<number> {
  const send = address.startsWith('https:') ? request : requestPlain;
  return new Promise((done, fail) => {
    const sent = send(
      address,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(patience),
        agent: false,
        ...(anywhere ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        answer.resume();
        answer.destroy();
        done(answer.statusCode ?? 0);
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

export async function deliver(
  environment: Environment,
  { endpoint, keys }: Subscription,
  message: Buffer,
  { urgency, seconds, now }: { urgency: PushManner['urgency']; seconds: number; now: Date },
): Promise<Verdict> {
  const anywhere = allowsAnyAddress(environment);
  // Kept by an earlier version or on another installation.
  if (!isAcceptable(endpoint, anywhere)) return 'gone';
  const body = encrypt(message, keys);
  const headers = {
    authorization: await vapidHeader(environment, endpoint, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    ttl: String(seconds),
    urgency,
  };
  try {
    return verdictOf(await post(endpoint, headers, body, anywhere));
  } catch (error) {
    return error instanceof ClosedAddress ? 'gone' : 'later';
  }
}
