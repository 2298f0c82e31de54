import { expect, test } from 'vitest';
import { answerFault } from '#core/reports/answers.ts';
import { demoWorld } from './index.ts';

const [azur] = demoWorld({ now: new Date('2026-11-17T08:00:00Z') }).agencies;

test('Azur has reports in every state that a desk sees; its demo customer has some to read', () => {
  const states = new Set(azur?.reports.map(({ status }) => status));
  for (const status of [100, 200, 300, 400, 500]) expect(states.has(status)).toBe(true);
  const client = azur?.customers.find(({ draft }) => draft.name === 'Hôtels Miramarine')?.id;
  const his = new Set(azur?.sites.filter(({ draft }) => draft.customer?.id === client).map(({ id }) => id));
  expect(azur?.reports.filter(({ siteId, status }) => his.has(siteId) && status === 400).length).toBeGreaterThan(1);
});

test('every answer of the demo fits its field, and handed over reports are complete', () => {
  for (const { answers, status } of azur?.reports ?? [])
    for (const { kind, value, required, label } of answers) {
      expect(answerFault({ kind: kind as never }, { value })).toBeNull();
      if (required && status >= 200) expect([label, value]).toEqual([label, expect.any(String)]);
    }
});
