import { expect, test } from 'vitest';
import { reportError } from '#core/session/reporting.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const report = (message: string, more: object = {}) =>
  here.as('agent').answer(reportError, {
    input: { message, places: ['base-1a2b.js:10:220'], screen: '/sites', version: '4.39.0', ...more },
  });
const lines = () => here.logged.filter((line) => line.includes('"msg":"screen"')).map((line) => JSON.parse(line));

test('a screen error is logged, with its place and without personal data', async () => {
  expect((await report("TypeError: Cannot read properties of undefined (reading 'name')")).status).toBe(204);
  expect(lines()).toMatchObject([
    {
      level: 50,
      error: "Error: TypeError: Cannot read properties of undefined (reading 'name')",
      places: ['base-1a2b.js:10:220'],
      screen: '/sites',
      version: '4.39.0',
    },
  ]);
});

test.each([
  `SyntaxError: Unexpected token 'D', "Dupont, 12 rue"... is not valid JSON`,
  "Error: 'Jean Dupont' is unknown",
  'Error: « Dupont » et dupont@exemple.fr',
  'Error: "Dupont',
])('quoted parts of a message are left out: %s', async (message) => {
  await report(message);
  expect(here.logged.join('')).not.toMatch(/dupont/i);
});

test.each([
  { screen: '/sites/Dupont Jean' },
  { screen: '/sites?q=x' },
  { places: ['Dupont'] },
  { places: Array(13).fill('a.js:1:1') },
  { version: 'x' },
  { message: 'x'.repeat(301) },
])('other content is refused: %j', async (more) => {
  expect((await report('Error: x', more)).status).toBe(400);
});
