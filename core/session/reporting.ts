// Errors of the screens, reported to the operator of the server; expected ones are ignored (1 §8, 2 §8).
import * as z from 'zod';
import { positionNotFound } from '../addresses/addresses.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** AE-011 to AE-013, with the messages of the specification and of browsers. */
const ignored: Readonly<Record<string, RegExp>> = {
  // Its name, its whole message, or a sentence that says so: in a fault of ours the word may be the name of a member.
  'cancelled or dismissed':
    /^(AbortError|Cancell?edError):|^Error: (Cancell?edError|cancel|cancell?ed|dismiss|dismissed|abort|aborted|annulée?s?)\.?$|\b(user|prompt|dialog|request|operation|signal|share) ((is|was|has|has been) )?(cancell?ed|dismissed|aborted)\b|\b(cancell?ed|dismissed|aborted) by (the )?user\b|\b(opération|demande) annulée\b/i,
  'location failure': new RegExp(`${literally(positionNotFound)}|Geolocation`, 'i'),
  'blocked notifications':
    /notifications?\b.*\b(blocked|denied|bloquées?|refusées?)|Registration failed - permission denied/i,
  'messaging permission': /\bmessaging\b.*\bpermission|permission\b.*\bmessaging|messaging\/permission/i,
  ResizeObserver: /ResizeObserver/,
  network: new RegExp(
    `NetworkProblem|NetworkError|Failed to fetch|Load failed|${literally(messages.unknownNetwork)}|^Error: Erreur réseau`,
    'i',
  ),
  'chunk load':
    /ChunkLoadError|Loading (CSS )?chunk|dynamically imported module|Importing a module script failed|Unable to preload CSS/i,
  'push service':
    /push service|push server|push api|push permission|service de notifications|PushManager|PushSubscription|pushManager|Subscription failed - no active Service Worker/i,
  'cancelled end of service': /annul\p{L}*\b.*\bfin de service/iu,
};

/** A refusal of the server is shown to the user; only unexpected errors are reported. */
export const isReported = ({ name, message }: Pick<Error, 'name' | 'message'>): boolean =>
  name !== 'Problem' && !Object.values(ignored).some((pattern) => pattern.test(`${name}: ${message}`));

export const reportLimits = { message: 300, places: 12 } as const;

export const reportError = endpoint({
  name: 'reportError',
  method: 'POST',
  path: '/user/error',
  mounts: { root: 'signedIn' },
  summary: 'Signaler une erreur d’un écran',
  reads: true,
  input: z.strictObject({
    message: z.string().min(1).max(reportLimits.message),
    /** File, line and column. */
    places: z.array(z.string().regex(/^[\w.-]{1,100}:\d{1,7}:\d{1,7}$/)).max(reportLimits.places),
    /** The screen, without ids. */
    screen: z.string().regex(/^[a-z/-]{1,60}$/i),
    version: z.string().regex(/^[\d.]{1,20}$/),
  }),
});
