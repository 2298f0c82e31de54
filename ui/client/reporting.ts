// Reports errors of the screens to the operator's log: each error once, and at most ten per page.
import { isReported, reportError, reportLimits } from '#core/session/reporting.ts';
import { call } from './call.ts';
import { currentHash, placeOf } from './hash.ts';
import { currentTokens } from './tokens.ts';
import { clientVersion } from './version.ts';

const most = 10;
const reported = new Set<string>();

const placesOf = (stack: string): string[] =>
  [...stack.matchAll(/([\w.-]+\.m?js)(?:\?[^:\s]*)?:(\d+):(\d+)/g)]
    .slice(0, reportLimits.places)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

/** Only the words of the address: no ids, no search text. */
const screenOf = (path: string): string =>
  `/${path
    .split('/')
    .filter((part) => /^[a-z-]+$/i.test(part))
    .join('/')}`.slice(0, 60);

export function report(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = `${error.name}: ${error.message}`.slice(0, reportLimits.message);
  if (!currentTokens() || !isReported(error) || reported.has(message) || reported.size >= most) return;
  reported.add(message);
  const input = {
    message,
    places: placesOf(error.stack ?? ''),
    screen: screenOf(placeOf(currentHash()).path),
    version: clientVersion,
  };
  // If the report fails, ignore it.
  call(reportError, { input }).catch(() => undefined);
}

export function reportFaults(): () => void {
  reported.clear();
  const onError = (event: ErrorEvent): void => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => report(event.reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
