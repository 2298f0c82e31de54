import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { StoredFile } from '#core/kernel/field.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { fileOf, storedFile, watchRequests } from '#ui/files/testing/wire.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { OwnPicture } from './OwnPicture.tsx';

beforeEach(startAfresh);

const none = { profileId: null, agency: null };
const profileWith = (profilePicture: StoredFile | null) => ({ ...someProfile({ rights: [] }), profilePicture });
const holding = (picture: StoredFile | null): Session =>
  sessionOf(someUser({ userCompanies: [profileWith(picture)] }), none);

const answering = (refused = false): ReturnType<typeof serve> =>
  serve(({ method, path }) => {
    if (method === 'GET' && path === '/user') return [200, { user: someUser({ userCompanies: [profileWith(null)] }) }];
    if (method === 'GET') return [200, {}];
    return refused ? refusal(400, 'Image attendue') : [200, { profilePicture: null }];
  });
const saves = (calls: ReturnType<typeof serve>): unknown[] =>
  calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

async function choose(name: string): Promise<void> {
  const picker = document.querySelector('input[type=file]') as HTMLInputElement;
  await act(async () => void fireEvent.change(picker, { target: { files: [fileOf(name)] } }));
}

test('an uploaded picture is saved at once, without another button', async () => {
  const calls = answering();
  const sent = watchRequests();
  showPage(<OwnPicture />, holding(null));
  await screen.findByRole('group', { name: 'Photo' });
  await choose('moi.png');
  await sent[0]?.arrive();
  expect(await screen.findByText('Votre photo est enregistrée')).toBeTruthy();
  expect(saves(calls)).toEqual([{ file: { id: 'id of moi.png' } }]);
});

test('the saved picture is shown', async () => {
  answering();
  showPage(<OwnPicture />, holding(storedFile('moi.png')));
  const shown = await screen.findByRole('button', { name: 'Aperçu : Photo' });
  await waitFor(() => expect(shown.querySelector('img')).not.toBeNull());
});

test('a picture is removed at once too', async () => {
  const calls = answering();
  const user = showPage(<OwnPicture />, holding(storedFile('moi.png')));
  await user.click(await screen.findByRole('button', { name: "Retirer l'image" }));
  expect(await screen.findByText('Votre photo est retirée')).toBeTruthy();
  expect(saves(calls)).toEqual([{ file: null }]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choisir une image' })).toBeTruthy());
});

test('a refusal is shown and the previous picture restored', async () => {
  answering(true);
  const user = showPage(<OwnPicture />, holding(storedFile('moi.png')));
  await user.click(await screen.findByRole('button', { name: "Retirer l'image" }));
  expect(await screen.findByText('Image attendue')).toBeTruthy();
  expect(await screen.findByRole('button', { name: "Remplacer l'image" })).toBeTruthy();
});

test('users without a profile, or acting for another, cannot choose a picture', async () => {
  for (const session of [
    sessionOf(someUser({ superAdmin: true }), none),
    sessionOf(someUser({ isSupport: true, acting: profileWith(null) }), none),
  ]) {
    startAfresh();
    answering();
    showPage(
      <>
        <p>Page</p>
        <OwnPicture />
      </>,
      session,
    );
    expect(await screen.findByText('Page')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Photo' })).toBeNull();
  }
});
