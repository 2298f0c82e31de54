// The calls of a device. They work without a loaded session: the ids are those of its enrolment.
import type { FieldEvent } from '#core/field/event.ts';
import { type Endpoint, isRead } from '#core/kernel/endpoint.ts';
import { inFrench, isAuthenticationFailure, messages, Problem, wireMessages } from '#core/kernel/problem.ts';
import { pathWith } from '#ui/client/paths.ts';
import { renewTokens } from '#ui/client/renewal.ts';
import { bearerOf, currentTokens } from '#ui/client/tokens.ts';
import { type Answer, exchange, wireMessageOf } from '#ui/client/transport.ts';
import type { Device } from './store/database.ts';

/** An event as `sendEvents` takes it. */
export const onWire = ({ at, position, ...event }: FieldEvent) => ({
  ...event,
  createdAt: new Date(at).toISOString(),
  location: position,
});

/** The person must sign in again; events wait. */
export const signedOut = 401;
export const missing = 404;
export const conflict = 409;

export interface Said extends Answer {
  /** The device's clock when the request left and when the answer came. */
  sent: number;
  received: number;
  message: string;
}

const lost: Answer = { status: 0, body: { message: messages.network } };

const toldFrom = (sent: number, answer: Answer): Said => ({
  ...{ ...answer, sent, received: Date.now() },
  message: inFrench(wireMessageOf(answer)) || messages.unexpected,
});

/** Without a session. Never rejects. */
export async function sayOpenly(
  endpoint: Endpoint,
  input: unknown,
  params: Record<string, string> = {},
): Promise<Said> {
  const sent = Date.now();
  const path = pathWith(endpoint, 'root', params);
  return exchange({ method: endpoint.method, path, body: input, token: null, reads: isRead(endpoint) }).then(
    (answer) => toldFrom(sent, answer),
    () => toldFrom(sent, lost),
  );
}

/** Never rejects: no network is the status 0. */
export async function say(
  device: Pick<Device, 'user' | 'agency' | 'agent'>,
  endpoint: Endpoint,
  input?: unknown,
  params: Record<string, string> = {},
): Promise<Said> {
  const path = pathWith(endpoint, 'agent', { agencyId: device.agency, agentId: device.agent, ...params });
  const once = (): Promise<Answer> =>
    exchange({
      method: endpoint.method,
      path,
      body: input,
      token: currentTokens()?.token ?? null,
      reads: isRead(endpoint),
    });
  let sent = Date.now();
  const said = (answer: Answer): Said => toldFrom(sent, answer);
  const refused = (): Said => said({ status: signedOut, body: { message: 'Connectez-vous pour transmettre' } });
  // Somebody else signed in on this device: his account must not hand over these events.
  if (bearerOf(currentTokens())?.split('/')[0] !== device.user) return refused();
  try {
    const stale = currentTokens()?.token;
    let answer = await once();
    if (stale && answer.status === 401 && wireMessageOf(answer) === wireMessages.expiredToken) {
      await renewTokens(stale);
      sent = Date.now();
      answer = await once();
    }
    if (answer.status === 401 || isAuthenticationFailure(wireMessageOf(answer))) return refused();
    return said(answer);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unauthenticated') return refused();
    return said(lost);
  }
}
