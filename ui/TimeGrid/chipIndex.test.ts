import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChipIndex } from './chipIndex.ts';
import { anyChips, someChip } from './testing/grid.ts';
import type { GridChip } from './types.ts';

const byId = (one: GridChip, other: GridChip): number => (one.id < other.id ? -1 : 1);
const rows = [null, 'r0', 'r1', 'r2'];

test('after any change of chips, each row holds the same chips as a new index', () => {
  const changes = fc.array(fc.tuple(fc.nat(60), fc.constantFrom('remove', 'replace', 'move', 'add', 'turn')), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(anyChips(3, 3), changes, (first, list) => {
      const index = new ChipIndex();
      let chips = first;
      index.update(chips);
      for (const [step, [at, what]] of list.entries()) {
        const chip = chips[at % Math.max(1, chips.length)];
        const before = new Map(rows.map((row) => [row, [...index.of(row)]]));
        if (what === 'add') chips = [...chips, someChip(`n${step}`, rows[at % 4] ?? null, at % 3)];
        else if (what === 'turn') chips = [...chips].reverse();
        else if (chip && what === 'remove') chips = chips.filter((one) => one !== chip);
        else if (chip && what === 'replace') chips = chips.map((one) => (one === chip ? { ...one } : one));
        else if (chip) chips = chips.map((one) => (one === chip ? { ...one, row: rows[at % 4] ?? null } : one));
        const touched = index.update(chips);
        for (const one of chips) expect(index.byId(one.id)).toBe(one);
        if (chip && !chips.some(({ id }) => id === chip.id)) expect(index.byId(chip.id)).toBeUndefined();
        for (const row of rows) {
          expect([...index.of(row)].sort(byId)).toEqual(chips.filter((one) => one.row === row).sort(byId));
          if (!touched.has(row)) expect(index.of(row)).toEqual(before.get(row));
        }
        for (const one of chips) expect(index.byId(one.id)).toBe(one);
      }
    }),
  );
});

test('a chip that changes rows invalidates two rows, even among ten thousand chips', () => {
  const chips = Array.from({ length: 10_000 }, (_none, at) => someChip(`c${at}`, `r${at % 500}`, at % 28));
  const index = new ChipIndex();
  index.update(chips);
  const changed = chips.map((chip) => (chip.id === 'c4321' ? { ...chip, row: 'r7' } : chip));
  expect(index.update(changed)).toEqual(new Set(['r321', 'r7']));
  expect(index.update(changed).size).toBe(0);
});
