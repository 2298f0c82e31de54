import { expect, test } from 'vitest';
import { allEntities } from './entities.ts';

test('a move that is named by what to do also says what was done, for several too', () => {
  const moves = allEntities.flatMap(({ name, machine }) =>
    Object.entries(machine?.moves ?? {}).map(([key, move]) => ({ key: `${name}.${key}`, ...move })),
  );
  const silent = moves.filter(
    ({ label, doneMany, offered }) =>
      /^\p{Lu}\p{Ll}+(?:er|ir|(?<!u)re)\b/u.test(label) && doneMany === undefined && offered?.length !== 0,
  );
  expect(silent.map(({ key, label }) => `${key} ${label}`)).toEqual([]);
});
