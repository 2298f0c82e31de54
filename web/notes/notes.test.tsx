import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { InformationNote } from '#core/notes/note.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { IconNote } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import InformationNotes from './InformationNotes.tsx';
import NoteReaders from './NoteReaders.tsx';
import { NotesNotice } from './NotesNotice.tsx';
import ReceivedNotes from './ReceivedNotes.tsx';
import UnreadBadge from './UnreadBadge.tsx';

beforeEach(startAfresh);

const agent = (): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
    profileId: null,
    agency: null,
  });
const [noteId, receiptId] = ['01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000d2'];
const at = '2026-11-10T08:00:00.000Z';
const note = (more: object = {}) =>
  rowOf(InformationNote, {
    id: noteId,
    title: 'Nouvelle tenue',
    status: 100,
    content: '<p>Le gilet est <strong>obligatoire</strong>.</p>',
    files: [],
    mandatory: true,
    publishedAt: at,
    createdAt: at,
    receiptId,
    readAt: null as string | null,
    acknowledgedAt: null as string | null,
    ...more,
  });

const received = (
  <ReceivedNotes page="my-information-notes" title="Mes notes d'information" description="" add={false} />
);

/** Stub server of one recipient. */
function serveNote(more: object = {}): { requests: StubRequest[]; current: ReturnType<typeof note> } {
  const current = note(more);
  const requests = serve(({ method, path, body }): Reply => {
    if (path.endsWith('/fetch/informationNotes'))
      return [200, { informationNotes: [listedOf(InformationNote, current)], filtered: 1 }];
    if (method === 'PATCH') {
      current.readAt ??= at;
      if ((body as { acknowledged?: boolean }).acknowledged) current.acknowledgedAt = at;
      const { readAt, acknowledgedAt } = current;
      return [200, { informationNoteUserCompany: { id: receiptId, readAt, acknowledgedAt } }];
    }
    return [200, { informationNote: current }];
  });
  return { requests, current };
}

test('opening a note marks it as read on the own path; a mandatory one is confirmed by its button', async () => {
  const { requests, current } = serveNote();
  const user = showPage(received, agent());
  const item = await screen.findByRole('button', { name: /Nouvelle tenue/ });
  expect(item.textContent).toContain('À confirmer');
  await user.click(item);
  const sheet = await screen.findByRole('dialog', { name: "Note d'information" });
  await within(sheet).findByRole('heading', { name: 'Nouvelle tenue' });
  await waitFor(() => expect(current.readAt).toBe(at));
  expect(current.acknowledgedAt).toBeNull();
  await user.click(within(sheet).getByRole('button', { name: 'J’ai pris connaissance' }));
  expect(await screen.findByText('Prise de connaissance enregistrée')).toBeTruthy();
  expect(await within(sheet).findByText(/Vous en avez pris connaissance le/)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    {},
    { acknowledged: true },
  ]);
  expect(requests.every(({ path }) => /\/agent\/[\w-]+\//.test(path))).toBe(true);
});

test('a note that is not mandatory is marked as unread until it is opened', async () => {
  const { current } = serveNote({ mandatory: false });
  const user = showPage(received, agent());
  const item = await screen.findByRole('button', { name: /Nouvelle tenue/ });
  expect(item.textContent).toContain('Non lue');
  await user.click(item);
  await waitFor(() => expect(current.readAt).toBe(at));
  await waitFor(() => expect(item.textContent).not.toContain('Non lue'));
});

test('a note that is not mandatory is only read', async () => {
  serve(({ path }) =>
    path.endsWith('/fetch/informationNotes')
      ? [200, { informationNotes: [listedOf(InformationNote, note({ mandatory: false, readAt: at }))], filtered: 1 }]
      : [200, { informationNote: note({ mandatory: false, readAt: at }) }],
  );
  const user = showPage(received, agent());
  const item = await screen.findByRole('button', { name: /Nouvelle tenue/ });
  expect(item.textContent).not.toMatch(/Non lue|À confirmer/);
  await user.click(item);
  await screen.findByRole('heading', { name: 'Nouvelle tenue' });
  expect(screen.queryByRole('button', { name: 'J’ai pris connaissance' })).toBeNull();
});

test('a note that is gone is said to be withdrawn, not failed', async () => {
  serve(({ path }) =>
    path.endsWith('/fetch/informationNotes')
      ? [200, { informationNotes: [listedOf(InformationNote, note())], filtered: 1 }]
      : refusal(404, 'Élément introuvable'),
  );
  const user = showPage(received, agent());
  await user.click(await screen.findByRole('button', { name: /Nouvelle tenue/ }));
  expect(await screen.findByText('Cette note a été retirée par l’agence')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test('an empty screen explains its purpose; a failed read is retried', async () => {
  let broken = true;
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : [200, { informationNotes: [], filtered: 0 }]));
  const user = showPage(received, agent());
  expect(await screen.findByText("Les notes n'ont pas pu être chargées")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/Aucune note pour le moment/)).toBeTruthy();
});

const readers = [
  { id: receiptId, fullname: 'Paul Martin', readAt: at, acknowledgedAt: null, hasEmail: true },
  { id: noteId, fullname: 'Zoé Durand', readAt: null, acknowledgedAt: null, hasEmail: false },
].map((one) => ({ agentId: one.id, sentAt: at, remindedAt: null, ...one }));

const part = (row: object): ReactElement => (
  <NoteReaders
    row={{ id: noteId, status: 100, mandatory: false, ...row } as AnyRow}
    page="note-information"
    mayLeave={{ current: async () => true }}
    onClose={() => undefined}
  />
);

test('readers and non-readers are listed; non-readers are reminded', async () => {
  const calls = serve(({ method }) => (method === 'POST' ? [200, { reminded: 1 }] : [200, { readers }]));
  const user = showPage(part({}), owner());
  expect(await screen.findByText('Paul Martin')).toBeTruthy();
  expect(screen.getByText('Sans adresse e-mail')).toBeTruthy();
  await user.click(screen.getByText('N’ont pas lu (1)'));
  expect(screen.queryByText('Paul Martin')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Relancer' }));
  expect(await screen.findByText('1 personne relancée')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.path).toBe(
    `/agency/${agencyId}/informationNote/${noteId}/remind`,
  );
});

test('a mandatory note must be confirmed, not only read; a closed one sends no reminders', async () => {
  serve(() => [200, { readers }]);
  showPage(part({ mandatory: true, status: 300 }), owner());
  expect(await screen.findByText('N’ont pas confirmé (2)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Relancer' })).toBeNull();
});

const waitingOf = (unread: number, toAcknowledge: object[]): Reply => [200, { waiting: { unread, toAcknowledge } }];
const menu = (name: string): ReactElement => (
  <MenusContext
    value={[
      {
        name: 'agent',
        label: 'Mon activité',
        items: [
          {
            name,
            path: `/${name}`,
            label: 'Notes',
            description: 'Notes',
            icon: IconNote,
            add: false,
            records: null,
            preload: () => undefined,
          },
        ],
      },
    ]}
  >
    <NotesNotice />
    <UnreadBadge />
  </MenusContext>
);

test('the home screen lists the notes to confirm, the menu counts the unread ones', async () => {
  serve(() => waitingOf(3, [{ id: noteId, title: 'Nouvelle tenue' }]));
  showPage(menu('my-information-notes'), agent());
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Nouvelle tenue' });
  expect(link.href).toContain(`/my-information-notes?note=${noteId}`);
  expect(screen.getByText('Une note attend votre confirmation')).toBeTruthy();
  expect(screen.getByRole('status', { name: '3 notes non lues' }).textContent).toBe('3');
});

test('without waiting notes nothing is shown', async () => {
  const calls = serve(() => waitingOf(0, []));
  showPage(menu('my-information-notes'), agent());
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole('status')).toBeNull();
});

test('a new version of a sent note opens the form with its text, and is created by the save only; saving a draft says that it is one', async () => {
  const next = '01900000-0000-7000-8000-0000000000d9';
  const requests = serve(({ method, path }): Reply => {
    if (path.endsWith('/revise')) return [200, { id: next }];
    if (path.endsWith('/informationNotes'))
      return [200, { informationNotes: [listedOf(InformationNote, note())], filtered: 1 }];
    if (method === 'GET')
      return [200, { informationNote: path.endsWith(next) ? note({ id: next, status: 200 }) : note() }];
    return [200, { others: [] }];
  });
  const sent = () => requests.filter(({ path }) => path.endsWith(`/informationNote/${noteId}/revise`));
  const user = showPage(<InformationNotes page="notes" title="Notes" description="" add />);
  await user.click(await screen.findByRole('button', { name: 'Actions : Nouvelle tenue' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Nouvelle version' }));
  const dialog = within(await screen.findByRole('dialog'));
  const title = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Titre' });
  expect(title.value).toBe('Nouvelle tenue');
  expect(sent()).toEqual([]);
  await user.clear(title);
  await user.type(title, 'Tenue d’hiver');
  await user.click(dialog.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ note: { title: 'Tenue d’hiver', content: note().content } });
  const { saved } = InformationNote as { saved?: unknown };
  const says = saved as (row: object) => string;
  expect([says({ status: 200 }), says({ status: 100 })]).toEqual([
    'Enregistrée comme brouillon : publiez-la pour qu’elle soit lue',
    "Note d'information enregistrée",
  ]);
});
