// Faults of the screens, in the operator's log: what, where in the code and on which screen; of nobody.
import { reportError } from '#core/session/reporting.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

/** A browser quotes what it could not read, which may be what somebody typed; names of the code stay. */
const unquoted = (message: string): string =>
  message.replaceAll(/"[^"]*"?|'[^']*'?|«[^»]*»?|`[^`]*`?|“[^”]*”?/g, (quoted) =>
    /^.[\w$.]{1,40}.$/.test(quoted) && quoted.startsWith("'") ? quoted : '[…]',
  );

export const reportingHandlers: Handler[] = [
  handle(reportError, async ({ services, input: { message, places, screen, version } }) => {
    const fault = new Error(unquoted(message));
    // Ours would only say that it came through here.
    fault.stack = '';
    services.log.failed('screen', fault, { places, screen, version });
  }),
];
