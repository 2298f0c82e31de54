// Faults of the screens on their way to the operator's log; each once, and few of a page.
import { isReported, reportError, reportLimits } from '#core/session/reporting.ts';
import { call } from './call.ts';
import { currentHash, placeOf } from './hash.ts';
import { currentTokens } from './tokens.ts';
import { clientVersion } from './version.ts';

const most = 10;
const told = new Set<string>();

const placesOf = (stack: string): string[] =>
  [...stack.matchAll(/([\w.-]+\.m?js)(?:\?[^:\s]*)?:(\d+):(\d+)/g)]
    .slice(0, reportLimits.places)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

/** The words of the address: identifiers and what was searched for stay here. */
const screenOf = (path: string): string =>
  `/${path
    .split('/')
    .filter((part) => /^[a-z-]+$/i.test(part))
    .join('/')}`.slice(0, 60);

export function report(given: unknown): void {
  const error = given instanceof Error ? given : new Error(String(given));
  const message = `${error.name}: ${error.message}`.slice(0, reportLimits.message);
  if (!currentTokens() || !isReported(error) || told.has(message) || told.size >= most) return;
  told.add(message);
  const input = {
    message,
    places: placesOf(error.stack ?? ''),
    screen: screenOf(placeOf(currentHash()).path),
    version: clientVersion,
  };
  // That it could not be told is told to nobody.
  call(reportError, { input }).catch(() => undefined);
}

export function reportFaults(): () => void {
  told.clear();
  const onError = (event: ErrorEvent): void => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => report(event.reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
