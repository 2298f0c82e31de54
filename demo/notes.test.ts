import { expect, test } from 'vitest';
import { isSettled } from '#core/notes/note.ts';
import { type DemoAgency, demoWorld } from './index.ts';

const now = new Date('2026-11-15T10:00:00Z');
const [azur, boreal] = demoWorld({ now }).agencies as [DemoAgency, DemoAgency];
const shown = azur.agents.find(({ draft }) => draft.email === 'agent@azur.example')?.id;

test('there are draft, published and closed notes; some are read by all, some are not', () => {
  for (const { notes } of [azur, boreal]) {
    expect(new Set(notes.map(({ status }) => status))).toEqual(new Set([100, 200, 300]));
    const waiting = notes.map(
      ({ draft, receipts }) => receipts.filter((one) => !isSettled(draft.mandatory ?? false, one)).length,
    );
    expect(waiting.some((count) => count > 0)).toBe(true);
    expect(notes.filter(({ receipts }) => receipts.some(({ readAt }) => readAt !== null)).length).toBeGreaterThan(3);
    expect(notes.filter(({ papers }) => papers.length > 0).length).toBeGreaterThan(1);
  }
});

test('a note has a second version; both keep who confirmed them', () => {
  for (const { notes } of [azur, boreal]) {
    const now = notes.find(({ edition }) => edition === 2);
    const old = notes.find(({ id }) => id === now?.replacesId);
    expect([now?.status, old?.status, old?.edition]).toEqual([100, 300, 1]);
    for (const one of [now, old])
      expect(one?.receipts.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length).toBeGreaterThan(2);
  }
});

test('the guard of the demo account has read some notes, has one to read and one to confirm', () => {
  const mine = azur.notes.flatMap(({ draft, status, receipts }) =>
    receipts
      .filter(({ agentId }) => agentId === shown && status === 100)
      .map((one) => ({ ...one, mandatory: draft.mandatory })),
  );
  expect(mine.filter(({ readAt }) => readAt !== null).length).toBeGreaterThan(0);
  expect(mine.filter(({ readAt, mandatory }) => readAt === null && !mandatory)).toHaveLength(1);
  expect(mine.filter(({ acknowledgedAt, mandatory }) => mandatory && acknowledgedAt === null)).toHaveLength(1);
});

test('a note is read after it is sent and before now; only mandatory notes are confirmed, when they are read', () => {
  for (const { draft, receipts } of azur.notes)
    for (const { sentAt, readAt, acknowledgedAt } of receipts) {
      if (readAt !== null) expect(readAt > sentAt && readAt < now.toISOString()).toBe(true);
      if (acknowledgedAt !== null) expect([draft.mandatory, acknowledgedAt]).toEqual([true, readAt]);
    }
});

test('published notes are not for everybody, because new collaborators would receive them', () => {
  for (const { draft, status } of [...azur.notes, ...boreal.notes])
    if (status === 100) expect(['SPECIALTIES', 'CHOSEN']).toContain(draft.recipients);
});
