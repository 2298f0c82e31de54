import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import { type Reply, serve } from '../client/testing/server.ts';
import { Crate } from '../testing/crate.ts';
import { useOthers } from './presence.ts';

const id = '01900000-0000-7000-8000-000000000001';

test('what is said of a record arrives in its order, and who begins to type has not left', async () => {
  const user = someUser({ userCompanies: [someProfile()] });
  sessionStore.set(sessionOf(user, { profileId: null, agency: null }));
  const answers: ((reply: Reply) => void)[] = [];
  const heard = serve(() => new Promise<Reply>((answer) => void answers.push(answer)));
  const states = (): unknown[] => heard.map(({ body }) => (body as { state: string }).state);
  const answered = async (count: number): Promise<void> => {
    await waitFor(() => expect(answers).toHaveLength(count));
    answers[count - 1]?.([200, { others: [{ id: 'b', name: 'Dominique', editing: true }] }]);
  };

  const { rerender, unmount } = renderHook(({ editing }) => useOthers(Crate, id, editing), {
    initialProps: { editing: false },
  });
  await waitFor(() => expect(states()).toEqual(['here']));
  rerender({ editing: true });
  unmount();
  // The first has no answer yet: the others wait for it.
  expect(states()).toEqual(['here']);
  await answered(1);
  await answered(2);
  await answered(3);
  expect(states()).toEqual(['here', 'editing', 'gone']);
});
