import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '#web/testing/page.tsx';
import { HandoutMenu } from './HandoutMenu.tsx';

beforeEach(startAfresh);

const period = { start: '2026-11-16', end: '2026-11-22' };
const [ada, bob] = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000b2'];
const preview = {
  recipients: [
    { id: ada, name: 'Ada', addresses: ['ada@exemple.fr'], services: 2, sentAt: null, isUnchanged: false },
    {
      id: bob,
      name: 'Bob',
      addresses: ['bob@exemple.fr'],
      services: 1,
      sentAt: '2026-11-15T09:00:00.000Z',
      isUnchanged: true,
    },
  ],
  without: ['Zoé'],
  mail: { subject: 'Azur : planning', paragraphs: ['Bonjour Ada,', 'Voici.'] },
};

const opened = async (item: string, session = undefined as Parameters<typeof showPage>[1]) => {
  const user = showPage(<HandoutMenu period={period} by="agents" planning={null} />, session);
  await user.click(await screen.findByRole('button', { name: 'Diffuser' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return user;
};

test('the mail goes to agents whose planning changed, unless others are chosen', async () => {
  const calls = serve(({ path }) => (path.endsWith('/preview') ? [200, preview] : [200, { asked: 1 }]));
  const user = await opened('Envoyer par e-mail…');
  const dialog = await screen.findByRole('dialog', { name: 'Envoyer le planning par e-mail' });
  const box = async (name: string) => (await within(dialog).findByRole('checkbox', { name })) as HTMLInputElement;
  expect([(await box('Ada')).checked, (await box('Bob')).checked]).toEqual([true, false]);
  expect(within(dialog).getByText(/Zoé/)).toBeTruthy();
  expect(within(dialog).getByText(/Bonjour Ada,/)).toBeTruthy();
  await user.click(await box('Bob'));
  await user.click(await box('Ada'));
  await user.click(within(dialog).getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('1 planning part par e-mail')).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path.endsWith('/planning/mail/agents'));
  expect(sent?.body).toEqual({ ...period, recipients: [bob] });
  expect(sent?.key).toBeTruthy();
});

test('a refusal is shown and the dialog stays open; without recipients nothing can be sent', async () => {
  serve(({ path }) => (path.endsWith('/preview') ? [200, preview] : refusal(404, 'Sans adresse')));
  const user = await opened('Envoyer par e-mail…');
  const dialog = await screen.findByRole('dialog');
  const send = within(dialog).getByRole('button', { name: 'Envoyer' }) as HTMLButtonElement;
  await waitFor(() => expect(send.disabled).toBe(false));
  await user.click(send);
  expect(await screen.findByText('Sans adresse')).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Ada' }));
  expect(send.disabled).toBe(true);
});

test('a mail sent again after a lost answer is the same mail', async () => {
  let lost = true;
  const calls = serve(({ path }) => (path.endsWith('/preview') ? [200, preview] : lost ? [502] : [200, { asked: 1 }]));
  const user = await opened('Envoyer par e-mail…');
  const send = await screen.findByRole('button', { name: 'Envoyer' });
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false));
  await user.click(send);
  await screen.findByText(messages.network);
  lost = false;
  await user.click(send);
  await screen.findByText('1 planning part par e-mail');
  const keys = calls.filter(({ path }) => path.endsWith('/planning/mail/agents')).map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('services are imported within the days that the planning shows', async () => {
  serve(() => [200, {}]);
  await opened('Importer des services…');
  const dialog = await screen.findByRole('dialog', { name: 'Importer : Services, du 16/11/2026 au 22/11/2026' });
  expect(within(dialog).getByLabelText('Fichier à importer')).toBeTruthy();
});

test('users who cannot plan cannot send or import; a planning that is not loaded has no spreadsheet', async () => {
  serve(() => [200, {}]);
  const profile = someProfile({ rights: ['readAgentPlanning'] });
  const session = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  const user = showPage(<HandoutMenu period={period} by="agents" planning={null} />, session);
  await user.click(await screen.findByRole('button', { name: 'Diffuser' }));
  expect(await screen.findByRole('menuitem', { name: 'PDF…' })).toBeTruthy();
  for (const name of ['Envoyer par e-mail…', 'Importer des services…'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
  const sheet = screen.getByRole('menuitem', { name: 'Tableur : liste des services' });
  expect(sheet.getAttribute('data-disabled') ?? sheet.getAttribute('disabled')).not.toBeNull();
});

test('the PDF is requested with the chosen options', async () => {
  const calls = serve(() => refusal(403, 'Non'));
  const user = await opened('PDF…');
  const dialog = await screen.findByRole('dialog', { name: 'Planning en PDF' });
  await user.click(within(dialog).getByRole('radio', { name: 'Tableau' }));
  await user.click(within(dialog).getByRole('radio', { name: 'A3' }));
  await user.click(within(dialog).getByRole('checkbox'));
  await user.click(within(dialog).getByRole('button', { name: 'Télécharger' }));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ ...period, layout: 'table', paper: 'A3', drafts: true }));
  expect(calls.at(-1)?.path).toMatch(/\/planning\/agents\/pdf$/);
});
