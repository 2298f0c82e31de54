import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RightSet } from '#core/rights.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { startAfresh } from '#web/testing/page.tsx';
import FieldDesk from './FieldDesk.tsx';

beforeEach(startAfresh);

const user = someUser();
const other = '01900000-0000-7000-8000-0000000000aa';
const tokenOf = (sub: string): string => `x.${btoa(JSON.stringify({ sub }))}.x`;

function opened(path: string, profiles: readonly RightSet[], signedIn = user.id) {
  const userCompanies = profiles.map((rights, index) =>
    someProfile({ rights, plannable: true, id: `01900000-0000-7000-8000-00000000000${index + 1}` }),
  );
  const device = {
    id: other,
    name: 'Pixel',
    person: 'Camille Roux',
    user: user.id,
    agency: userCompanies[0]?.company.id ?? '',
    agent: userCompanies.at(-1)?.id ?? '',
  };
  keepTokens({ token: tokenOf(signedIn), refresh_token: 'r' });
  const onSignIn = vi.fn();
  render(
    <MantineProvider>
      <FieldDesk device={device} path={path} onSignIn={onSignIn} />
    </MantineProvider>,
  );
  return { onSignIn, answer: (): Reply => [200, { user: { ...user, userCompanies } }] };
}

test('somebody else’s session opens no screen of the agency: his own is asked for', async () => {
  const calls = serve(() => [500]);
  const { onSignIn } = opened('/sites', ['admin'], other);
  await userEvent.click(await screen.findByRole('button', { name: 'Se connecter' }));
  expect(onSignIn).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
});

test('without a network it says so, and « Réessayer » opens the screen', async () => {
  let answer: () => Reply = () => {
    throw new TypeError('fetch failed');
  };
  serve(() => answer());
  const shown = opened('/terrain/checkpoints/list', ['collaborator']);
  expect(await screen.findByRole('heading', { name: 'Cet écran demande du réseau' })).toBeTruthy();
  answer = shown.answer;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/autorisation "Lister les points de contrôle"/)).toBeTruthy();
});

test('the profile is the one that the telephone was enrolled for, not the one of the desk', async () => {
  let answer: () => Reply = () => [500];
  // Asked for only once the screen is shown.
  serve(async () => {
    await Promise.resolve();
    return answer();
  });
  ({ answer } = opened('/terrain/planification/services', ['admin', 'collaborator']));
  // His other profile would open it.
  expect(await screen.findByRole('heading', { name: 'Cet écran ne vous est pas ouvert' })).toBeTruthy();
  expect(sessionStore.get()?.profile?.id).toBe('01900000-0000-7000-8000-000000000002');
});

const notYours = "Vous n'avez pas accès à cette ressource.";
test.each([
  ['planification/planning', notYours],
  ['planification/services', notYours],
  ['checkpoints/list', 'Vous ne bénéficiez pas de l\'autorisation "Lister les points de contrôle".'],
  ['adminDashboard/adminAlerts', notYours],
])('an agent without rights is refused in French at terrain/%s: %s', async (path, why) => {
  let answer: () => Reply = () => [500];
  serve(async () => {
    await Promise.resolve();
    return answer();
  });
  ({ answer } = opened(`/terrain/${path}`, ['collaborator']));
  const told = within(await screen.findByRole('alert'));
  expect(told.getByRole('heading', { name: 'Cet écran ne vous est pas ouvert' })).toBeTruthy();
  expect(told.getByText(why)).toBeTruthy();
});
