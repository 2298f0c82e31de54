import { beforeEach, expect, test, vi } from 'vitest';
import type { Right } from '#core/rights.ts';
import { setFieldMode } from '#field/mode.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { opensField } from './field-default.ts';

const telephone = '(max-width: 48em) and (pointer: coarse)';
const on = (isTelephone: boolean): void => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTelephone && query === telephone }));
};
const personWith = (rights: readonly Right[], isOwner = false) =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights, isOwner, plannable: true })] }), {
    ...{ profileId: null, agency: null },
  });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('isSecureContext', true);
  on(true);
});

test('B-012: the telephone of an agent opens the field until he chooses otherwise', () => {
  const agent = personWith(['executeOwnService']);
  expect(opensField(agent)).toBe(true);
  setFieldMode(false);
  expect(opensField(agent)).toBe(false);
});

test('a computer, who plans or supervises, and who holds no service open the home', () => {
  expect(opensField(personWith(['readOwnPlanning']))).toBe(false);
  expect(opensField(personWith(['executeOwnService', 'listServices']))).toBe(false);
  expect(opensField(personWith(['executeOwnService'], true))).toBe(false);
  on(false);
  expect(opensField(personWith(['executeOwnService']))).toBe(false);
});
