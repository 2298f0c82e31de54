import { expect, test } from 'vitest';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { agentEquipment } from './equipment.ts';

test('agents have plain lists with simplified stock only', () => {
  const at = (simplifiedStock: boolean): boolean => {
    const profile = someProfile({ rights: 'admin', company: { simplifiedStock } });
    const session = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
    return agentEquipment.when({ id: '01900000-0000-7000-8000-0000000000c1' }, session);
  };
  expect([at(true), at(false)]).toEqual([true, false]);
});
