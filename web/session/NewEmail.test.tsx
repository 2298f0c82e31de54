import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import NewEmail from './NewEmail.tsx';

beforeEach(startAfresh);

const confirm = { name: 'Confirmer mon adresse' };

test('the link of the mail confirms nothing before a click; once used it says so, and confirms no more', async () => {
  let used = false;
  const answer = (): Reply => {
    if (used) return refusal(404, "Ce lien n'est plus valable.");
    used = true;
    return [200, { email: 'b@azur.example', message: 'Votre adresse est b@azur.example.' }];
  };
  const first = serve(answer);
  const user = showPage(<NewEmail token="secret" />, null);
  await user.click(await screen.findByRole('button', confirm));
  expect((await screen.findByRole('status')).textContent).toContain('Votre adresse est b@azur.example.');
  expect(screen.queryByRole('button', confirm)).toBeNull();
  expect(first.map(({ path }) => path)).toEqual([expect.stringContaining('secret')]);
  startAfresh();
  const later = serve(answer);
  const again = showPage(<NewEmail token="secret" />, null);
  await screen.findByRole('button', confirm);
  expect(later).toEqual([]);
  await again.click(screen.getByRole('button', confirm));
  expect((await screen.findByRole('alert')).textContent).toContain("Ce lien n'est plus valable.");
  expect(screen.queryByRole('status')).toBeNull();
});
