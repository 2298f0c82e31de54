// What is under way when the telephone is locked.
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import { lock } from './device.ts';
import { begin, code, enrol, enrolled, onPhone, pack, taken } from './testing/phone.tsx';

onPhone();

test('an answer that reaches a locked telephone is not lost: what the agency keeps is said once it is opened', async () => {
  let answer: () => void = () => undefined;
  let asked = 0;
  serve(async (request): Promise<Reply> => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack')) return [200, pack()];
    if (!request.path.endsWith('/sourcing/batch')) return [200, { state: 'enrolled', until: null, now: '' }];
    asked += 1;
    if (asked === 1)
      await new Promise<void>((done) => {
        answer = done;
      });
    return taken(request, 'kept');
  });
  await enrol();
  await begin();
  await waitFor(() => expect(asked).toBe(1));
  lock();
  answer();
  await new Promise((done) => setTimeout(done, 300));
  await userEvent.type(await screen.findByLabelText('Code de ce téléphone'), code);
  expect(await screen.findByRole('button', { name: '1 élément à vérifier par l’agence' })).toBeTruthy();
  expect(asked).toBe(2);
});
