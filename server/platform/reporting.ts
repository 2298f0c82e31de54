// Logs errors of the screens for the operator: message, code place and screen, without personal data.
import { reportError } from '#core/session/reporting.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

/** Browsers quote values, which may be user input; names of the code stay. */
const unquoted = (message: string): string =>
  message.replaceAll(/"[^"]*"?|'[^']*'?|«[^»]*»?|`[^`]*`?|“[^”]*”?/g, (quoted) =>
    /^.[\w$.]{1,40}.$/.test(quoted) && quoted.startsWith("'") ? quoted : '[…]',
  );

export const reportingHandlers: Handler[] = [
  handle(reportError, async ({ services, input: { message, places, screen, version } }) => {
    const fault = new Error(unquoted(message));
    // The stack of the server is of no use here.
    fault.stack = '';
    services.log.failed('screen', fault, { places, screen, version });
  }),
];
