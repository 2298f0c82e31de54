import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

const change = (at: number) => ({ at, entity: 'site', ids: [String(at)], users: null });
const remembered = (memory: Memory, since: number) => memory.since(since)?.map(({ at }) => at) ?? null;

test('the changes since a moment are remembered', () => {
  const memory = new Memory();
  expect(remembered(memory, 0)).toEqual([]);
  for (const at of [10, 20, 30]) memory.add(change(at));
  expect(remembered(memory, 0)).toEqual([10, 20, 30]);
  expect(remembered(memory, 20)).toEqual([20, 30]);
  expect(remembered(memory, 31)).toEqual([]);
});

test('a minute later they are forgotten, and so is what happened before them', () => {
  const memory = new Memory();
  for (const at of [10, 20, 30]) memory.add(change(at));
  memory.forget(60_020);
  expect(remembered(memory, 20)).toBeNull();
  expect(remembered(memory, 21)).toEqual([30]);
  memory.forget(200_000);
  expect(remembered(memory, 30)).toBeNull();
  expect(remembered(memory, 31)).toEqual([]);
});

test('of very many only the last are remembered', () => {
  const memory = new Memory();
  for (let at = 1; at <= 700; at += 1) memory.add(change(at));
  expect(remembered(memory, 200)).toBeNull();
  expect(remembered(memory, 201)).toHaveLength(500);
});
