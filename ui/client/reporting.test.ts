import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkProblem } from './call.ts';
import { reportFaults } from './reporting.ts';
import { type StubRequest, serve } from './testing/server.ts';
import { keepTokens } from './tokens.ts';

let sent: StubRequest[] = [];
let stop = (): void => {};
beforeEach(() => {
  vi.unstubAllGlobals();
  keepTokens({ token: 't', refresh_token: 'r' });
  sent = serve(() => [204]);
  stop = reportFaults();
});
afterEach(() => {
  stop();
  window.location.hash = '';
});

const fail = (error: unknown): void => {
  const event = Object.assign(new Event('unhandledrejection'), { reason: error });
  window.dispatchEvent(event);
};
const reports = (): StubRequest[] => sent.filter(({ path }) => path === '/user/error');

test('an error is reported once, with its place in the code and a screen address without ids', async () => {
  window.location.hash = '#/sites/0a1b2c3d-0000-7000-8000-000000000000/keys?q=Dupont';
  const error = new TypeError('x is not a function');
  error.stack =
    'TypeError: x\n    at f (https://vigie.example/assets/base-1a.js:1:22)\n    at https://vigie.example/assets/x.js:3:4';
  fail(error);
  fail(error);
  window.dispatchEvent(Object.assign(new Event('error'), { error }));
  await vi.waitFor(() => expect(reports()).toHaveLength(1));
  expect(reports()[0]?.body).toMatchObject({
    message: 'TypeError: x is not a function',
    places: ['base-1a.js:1:22', 'x.js:3:4'],
    screen: '/sites/keys',
  });
});

test('expected errors are not reported', async () => {
  fail(new NetworkProblem());
  fail(new DOMException('Annulé', 'AbortError'));
  fail(new Error('ResizeObserver loop limit exceeded'));
  await new Promise((done) => setTimeout(done, 5));
  expect(reports()).toEqual([]);
});

test('at most ten errors per page are reported, none when nobody is signed in', async () => {
  for (let number = 0; number < 20; number += 1) fail(new Error(`number ${number}`));
  await vi.waitFor(() => expect(reports()).toHaveLength(10));
  keepTokens(null);
  fail(new Error('another'));
  await new Promise((done) => setTimeout(done, 5));
  expect(reports()).toHaveLength(10);
});
