import { expect, test } from 'vitest';
import { professionalCard } from '../kernel/validators.ts';
import { dayNumber } from '../planning/days.ts';
import { sampleSet } from './samples.ts';

let ids = 0;
const newId = (): string => {
  ids += 1;
  return String(ids);
};

test.each(['2026-11-18', '2026-03-27', '2026-10-24'])(
  'the sample week from %s on is whole and keeps rests',
  (first) => {
    const { agents, customers, sites, services } = sampleSet(first, 'Europe/Paris', 'card', newId);
    expect([customers.length, sites.length, agents.length, services.length]).toEqual([2, 3, 5, 19]);
    expect(new Set(services.map(({ name }) => name)).size).toBe(19);
    const drafts = services.map(({ draft }) => draft as { startAt: string; endAt: string; agents: { id: string }[] });
    const hour = 3_600_000;
    for (const { id } of agents) {
      const own = drafts
        .filter(({ agents: held }) => held.some((one) => one.id === id))
        .map(({ startAt, endAt }) => [Date.parse(startAt), Date.parse(endAt)] as const)
        .toSorted(([one], [other]) => one - other);
      expect(own.length).toBeGreaterThan(0);
      expect(own.reduce((sum, [start, end]) => sum + end - start, 0) / hour).toBeLessThanOrEqual(48);
      for (const [index, [start]] of own.entries())
        if (index > 0) expect((start - (own[index - 1]?.[1] as number)) / hour).toBeGreaterThanOrEqual(11);
    }
    const starts = drafts.map(({ startAt }) => Date.parse(startAt) / 86_400_000);
    expect(Math.min(...starts)).toBeGreaterThan(dayNumber(first) - 0.1);
    expect(Math.max(...starts)).toBeLessThan(dayNumber(first) + 7);
  },
);

test('the samples have cards of the right shape, and nobody of them can be written to', () => {
  const { agents } = sampleSet('2026-11-18', 'Europe/Paris', null, newId);
  for (const { draft } of agents)
    expect(professionalCard((draft.agentInfos as { cardNumber: string }).cardNumber)).toBeNull();
  expect(JSON.stringify(sampleSet('2026-11-18', 'Europe/Paris', 'card', newId))).not.toMatch(/@|phone|email/);
});
