import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Document } from '#core/documents/document.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { mayChange } from '#ui/may.ts';
import { movesFor } from '#ui/moves.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { show, take } from './acts.ts';
import { DocumentValidity } from './DocumentBadge.tsx';
import DocumentSummary from './DocumentSummary.tsx';
import { OwnDocuments } from './Documents.tsx';
import { Check } from './HandOutDialog.tsx';
import { mailable } from './mailable.ts';
import OwnSendDialog from './OwnSendDialog.tsx';
import SendDialog from './SendDialog.tsx';

beforeEach(startAfresh);

const id = (digit: number): string => `01900000-0000-7000-8000-00000000000${digit}`;
const file = { id: id(9), name: 'paie.pdf', mimeType: 'application/pdf', size: 1, url: '/file' };

test('a document shows whose it is, who sees it, its validity and its earlier versions', async () => {
  const version = { id: id(3), edition: 1, file, replacedAt: '2026-03-01T08:00:00.000Z', replacedBy: 'Léa Petit' };
  const row = rowOf(Document, {
    ...{
      name: 'Règlement',
      target: 'AGENCY',
      agent: null,
      customer: null,
      file,
      edition: 2,
      access: 'Partagé · Tous les collaborateurs',
    },
    ...{
      expiredAt: '2026-12-31',
      expiry: 'SOON',
      versions: [version],
      readerCount: 3,
      createdAt: '2026-01-01T08:00:00.000Z',
    },
  });
  serve(() => [200, {}]);
  showPage(<DocumentSummary row={row} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByText('Expire bientôt')).toBeTruthy();
  expect(screen.getByText('Partagé · Tous les collaborateurs')).toBeTruthy();
  expect(screen.getByText(/version 1, remplacée le .* par Léa Petit/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Consultations (3)' })).toBeTruthy();
});

test('papers leave only when each has its person or is left out, and a person says that he checked', async () => {
  const sent: StubRequest[] = [];
  serve((request) => {
    sent.push(request);
    return [200, { handed: 1, byPost: [] }];
  });
  const part = { from: 1, to: 1, excerpt: 'Bulletin', candidates: [], sheet: null, byPost: false, isLeft: false };
  const read = {
    ...{ pages: 2, already: null },
    parts: [
      { ...part, agent: { id: id(1), name: 'Zoé Lefèvre' }, by: 'BOTH' as const },
      { ...part, from: 2, to: 2, agent: null, by: null },
    ],
  };
  const values = { file, name: 'Bulletin de mars', date: null, attachedFolders: [], marker: '' };
  const shown = (isLeft: boolean) => (
    <Check
      values={values}
      read={{ ...read, parts: read.parts.map((one, index) => (index === 1 ? { ...one, isLeft } : one)) }}
      onRead={() => undefined}
      onBack={() => undefined}
      onClose={() => undefined}
    />
  );
  const user = showPage(shown(false));
  expect(await screen.findByText(/1 à attribuer ou à laisser de côté/)).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /J’ai vérifié/ })).toHaveProperty('disabled', true);
  cleanup();
  showPage(shown(true));
  const send = await screen.findByRole('button', { name: 'Distribuer à 1 collaborateur' });
  expect(send).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: /J’ai vérifié/ }));
  await user.click(send);
  await waitFor(
    () =>
      expect(sent.find(({ path }) => path.endsWith('/documents/batch'))?.body).toMatchObject({
        parts: [{ from: 1, to: 1, agent: { id: id(1) } }],
      }),
    {
      timeout: 10_000,
    },
  );
});

test('a PDF that was handed out leaves again only if a person says so apart', async () => {
  const sent: StubRequest[] = [];
  serve((request) => {
    sent.push(request);
    return [200, { handed: 1, byPost: [{ id: id(1), name: 'Zoé Lefèvre' }] }];
  });
  const part = { from: 1, to: 1, excerpt: 'Bulletin', candidates: [], isLeft: false, by: 'BOTH' as const };
  const user = showPage(
    <Check
      values={{ file, name: 'Bulletin de mars', date: null, attachedFolders: [], marker: '' }}
      read={{
        ...{ pages: 1, already: '2026-03-01T08:00:00.000Z' },
        parts: [{ ...part, sheet: 'ARCHIVED', byPost: true, agent: { id: id(1), name: 'Zoé Lefèvre' } }],
      }}
      onRead={() => undefined}
      onBack={() => undefined}
      onClose={() => undefined}
    />,
  );
  await user.click(await screen.findByRole('checkbox', { name: /J’ai vérifié/ }));
  expect(screen.getByText('Archivé')).toBeTruthy();
  const posted = /^À envoyer par courrier, faute d’accès à l’application : Zoé Lefèvre/;
  expect(screen.getByText(posted)).toBeTruthy();
  const send = screen.getByRole('button', { name: 'Distribuer à 1 collaborateur' });
  expect(send).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Distribuer ce PDF encore une fois' }));
  await user.click(send);
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/documents/batch'))?.body).toMatchObject({ again: true }),
  );
  // After it left, too.
  expect(await screen.findByText(/^1 document à la disposition.*courrier, faute d’accès.*Zoé Lefèvre/)).toBeTruthy();
});

test.each([
  ['EXPIRED', 'Expiré', 'red'],
  ['SOON', 'Expire bientôt', 'orange'],
  ['VALID', 'Valide', 'green'],
] as const)('on a phone, a document that is %s says so in its colour', async (state, label, colour) => {
  serve(() => [200, {}]);
  showPage(<DocumentValidity state={state} />);
  expect((await screen.findByText(label)).style.color).toBe(`var(--mantine-color-${colour}-light-color)`);
});

test('several documents are shown with one call, whatever their number', async () => {
  const asked: string[] = [];
  serve(({ path }) => {
    asked.push(path);
    return [200, { documents: [1, 2, 3].map((digit) => ({ id: id(digit), name: 'Note', file })) }];
  });
  showPage(<span>Documents</span>);
  await show([1, 2, 3].map((digit) => rowOf(Document, { id: id(digit), name: 'Note' })) as never);
  expect(asked.filter((path) => path.includes('/document'))).toEqual([expect.stringMatching(/\/documents\/open$/)]);
});

test('a document that can no longer be read says so when it is downloaded', async () => {
  serve(() => refusal(404, 'Document introuvable'));
  showPage(<span>Documents</span>);
  expect(await take([rowOf(Document, { id: id(1), name: 'Note', file: null })] as never)).toBe(false);
  expect(await screen.findByText('Document introuvable')).toBeTruthy();
});

test('an agent is told why his documents were not sent', async () => {
  serve(({ method }) =>
    method === 'POST'
      ? refusal(409, 'Trop de pièces jointes')
      : [200, { addresses: [{ address: 'rh@azur.example', label: 'RH' }] }],
  );
  const user = showPage(
    <OwnSendDialog rows={[rowOf(Document, { id: id(1), name: 'Note' })] as never} onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('checkbox', { name: 'RH (rh@azur.example)' }));
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Trop de pièces jointes')).toBeTruthy();
});

test('an agent is offered to change and to remove only what he added, and sees what is new', async () => {
  const rights = ['listOwnDocuments', 'editOwnDocument', 'deleteOwnDocument'] as const;
  const profile = someProfile({ plannable: true, rights: [...rights] });
  const agent = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  const row = (isOwn: boolean, digit: number) =>
    rowOf(Document, { id: id(digit), name: isOwn ? 'Mon SST' : 'Bulletin', status: 100, isOwn, isNew: !isOwn, file });
  expect([row(true, 1), row(false, 2)].map((one) => mayChange(agent, Document, one))).toEqual([true, false]);
  expect(movesFor(Document, agent, row(true, 1)).map(({ name }) => name)).toEqual(['delete']);
  expect(movesFor(Document, agent, row(false, 2))).toEqual([]);
  expect(movesFor(Document, owner(), row(false, 2)).map(({ name }) => name)).toEqual(['delete']);
  serve(({ path }) =>
    path.endsWith('/fetch/documents')
      ? [200, { documents: [row(true, 1), row(false, 2)].map((one) => listedOf(Document, one)), filtered: 2 }]
      : [200, {}],
  );
  showPage(<OwnDocuments page="documents" title="Mes documents" description="" add={false} />, agent);
  expect(await screen.findAllByText('Nouveau')).toHaveLength(1);
  // J-021: although he may add none himself.
  expect(screen.getByRole('radio', { name: 'Partagés avec moi' })).toBeTruthy();
});

test('only what the server mails for somebody is offered to him, on the sheet too', async () => {
  const session = (kind: 'AGENCY' | 'CUSTOMER') => {
    const company = kind === 'CUSTOMER' ? { company: { id: id(1) } } : {};
    const rights = kind === 'AGENCY' ? 'collaborator' : (['listOwnDocuments', 'sendOwnDocument'] as const);
    const profile = someProfile({
      kind,
      plannable: kind === 'AGENCY',
      rights,
      id: id(kind === 'AGENCY' ? 1 : 5),
      ...company,
    });
    return sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  };
  const [he, other] = [1, 2].map((digit) => ({ id: id(digit), name: 'Nom' }));
  const rows = {
    his: rowOf(Document, { agent: he, customer: null }),
    colleague: rowOf(Document, { agent: other, customer: null }),
    customers: rowOf(Document, { agent: null, customer: he }),
    shared: rowOf(Document, { agent: null, customer: null, file, versions: [] }),
  };
  const offered = (who: ReturnType<typeof session>): string[] =>
    Object.entries(rows).flatMap(([name, row]) => (mailable(who, [row]) ? [name] : []));
  expect(offered(session('AGENCY'))).toEqual(['his']);
  expect(offered(session('CUSTOMER'))).toEqual(['customers']);
  serve(() => [200, {}]);
  showPage(<DocumentSummary row={rows.shared} onEdit={null} onPart={() => undefined} />, session('AGENCY'));
  await screen.findByRole('button', { name: 'Télécharger' });
  expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
});

/** A mail that is written with these documents; `email`: of whoever they belong to. */
function mail(rows: readonly object[], email: string | null): { user: UserEvent; calls: StubRequest[] } {
  const calls = serve(({ path }) => {
    if (path.endsWith('/email/senders')) return [200, { senders: [{ address: 'contact@azur.example', name: 'Azur' }] }];
    if (path.endsWith('/email')) return [200, { email: { id: id(8) } }];
    if (path.includes('/agent/'))
      return email ? [200, { agent: rowOf(Agent, { id: id(1), email }) }] : refusal(403, 'Non');
    return [200, { agency: 'Azur', subject: null, message: null }];
  });
  const user = showPage(
    <SendDialog rows={rows.map((row, at) => rowOf(Document, { id: id(at + 2), file, ...row }))} onClose={() => {}} />,
  );
  return { user, calls };
}
const zoe = { agent: { id: id(1), name: 'Zoé Lefèvre' }, customer: null };

test('a mail with the documents of one person is addressed to her', async () => {
  const { user, calls } = mail([zoe, zoe], 'Zoe@exemple.fr');
  await user.click(await screen.findByRole('button', { name: 'Envoyer' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/email'))?.body).toMatchObject({ to: ['zoe@exemple.fr'] }),
  );
  expect(screen.queryByText(/chaque destinataire les recevra tous/)).toBeNull();
});

test('without the right to read her record, her address is typed', async () => {
  mail([zoe], null);
  expect(await screen.findByRole('combobox', { name: 'À' })).toBeTruthy();
  expect(screen.queryByText('zoe@exemple.fr')).toBeNull();
});

test('a mail with the documents of two people says so, and is addressed to nobody', async () => {
  mail([zoe, { agent: null, customer: { id: id(5), name: 'Marina Baie' } }], 'zoe@exemple.fr');
  expect(await screen.findByText(/Documents de Zoé Lefèvre, Marina Baie : chaque destinataire/)).toBeTruthy();
  expect(screen.queryByText('zoe@exemple.fr')).toBeNull();
});
