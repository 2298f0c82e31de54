import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AgentContract } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { Problem } from '#core/kernel/problem.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ContractSummary from './ContractSummary.tsx';
import { beforeMove } from './Contracts.tsx';
import { inWords } from './failing.ts';
import OwnContract from './OwnContract.tsx';
import PlatformTemplates from './PlatformTemplates.tsx';
import { Signatories } from './Signatories.tsx';
import { TypedText } from './TypedText.tsx';

vi.mock('#ui/files/PdfPages.tsx', () => ({ default: () => <p>Le PDF</p> }));

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const signature = (last: number, more: object) => ({
  ...{ id: id(last), email: 'a@b.fr', role: 'PARTY', signedAtDate: null, signManually: false, signInvalid: false },
  ...more,
});
const row = (status: number) =>
  rowOf(AgentContract, {
    ...{ title: 'CDI', reference: 'CC2026-0001', status, agent: { id: id(1), name: 'Inès Roy' }, template: null },
    ...{ signingOrder: 'ORDER', content: '<p>Texte</p>', awaited: 1, signedAt: null },
    dayAskSignature: '2026-11-10T08:00:00.000Z',
    signatures: [
      signature(2, { fullname: 'Camille Martin', role: 'AGENCY', signedAtDate: '2026-11-11T08:00:00.000Z' }),
      signature(3, { fullname: 'Inès Roy' }),
    ],
  });
const step = {
  ...{ position: 1, at: '2026-11-10T08:00:00.000Z', act: 'ASKED', who: 'Camille Martin', email: null, ip: '192.0.2.1' },
  ...{ browser: null, detail: {}, hash: 'b'.repeat(64) },
};
const evidence = {
  ...{ steps: [step], intact: true, code: 'AAAA-BBBB-CCCC-DDDD', documentHash: 'a'.repeat(64), signedHash: null },
  expiresAt: '2026-12-10T08:00:00.000Z',
};

const waiting = row(200);

test('a contract that waits says for whom, shows its evidence, and is sent again after a warning', async () => {
  const sent = serve(({ path }): Reply => [200, path.endsWith('/steps') ? evidence : { agentContract: waiting }]);
  const user = showPage(<ContractSummary kind="agent" row={waiting} onEdit={null} onPart={() => undefined} />);
  const due = within(await screen.findByRole('list', { name: 'À régler' }));
  expect(due.getByText('En attente de Inès Roy')).toBeTruthy();
  expect(await screen.findByText('Chaîne intacte')).toBeTruthy();
  await user.click(due.getByRole('button', { name: 'Renvoyer' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Une signature est déjà demandée' }));
  await user.click(asked.getByRole('button', { name: 'Renvoyer' }));
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/resend'))).toBe(true));
});

test('an unknown variable is named, and the preview is the PDF of what is typed', async () => {
  const sent = serve((): Reply => [200, {}]);
  const values = { title: 'Essai', content: '<p>{agence.nom} {rien}</p>', signatures: [] };
  const user = showPage(<TypedText kind="agent" section="Texte" values={values as never} change={() => undefined} />);
  expect(await screen.findByText('Variable inconnu : {rien}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Aperçu du PDF' }));
  expect(await screen.findByText('Le PDF')).toBeTruthy();
  expect(sent.find(({ path }) => path.endsWith('/contract/agent/preview'))?.body).toMatchObject({
    content: '<p>{agence.nom} {rien}</p>',
  });
});

test('whom it is made with opens the page of signature from his account, without the mail', async () => {
  const sent = serve((): Reply => [200, { token: 'un-jeton' }]);
  const user = showPage(<OwnContract kind="agent" row={waiting} onEdit={null} onPart={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Lire et signer' }));
  await waitFor(() => expect(window.location.hash).toBe(`#/signature/agent/${waiting.id}/un-jeton`));
  expect(sent.some(({ path }) => path.endsWith(`/contract/agent/${waiting.id}/link`))).toBe(true);
  window.location.hash = '';
});

test('who signs for the agency is added to the signatories in one click', async () => {
  const saved = { ...{ id: id(8), version: 1, fullname: 'Claude Chef', email: null }, useAsDefault: true };
  serve(
    (): Reply => [
      200,
      { contractSignatureTemplates: [{ ...saved, createdAt: '2026-01-01T08:00:00.000Z' }], filtered: 1 },
    ],
  );
  const change = vi.fn();
  const user = showPage(
    <Signatories kind="agent" section="Signataires" values={{ signatures: [] } as never} change={change} />,
  );
  await user.click(await screen.findByRole('button', { name: '+ Claude Chef, pour l’agence' }));
  expect(change).toHaveBeenCalledWith('signatures', [{ fullname: 'Claude Chef', email: null, role: 'AGENCY' }]);
});

test('a fault is told in the specification’s words, a refusal in its own', async () => {
  const failed = contractMessages.deleteFailed;
  await expect(inWords(failed, Promise.reject(new Error('boom')))).rejects.toThrow(failed);
  await expect(inWords(failed, Promise.reject(new Problem('conflict', 'Figé')))).rejects.toThrow('Figé');
});

test('of several cancelled at once, those that were are announced, whatever became of the others', async () => {
  const sent = serve(({ path }): Reply => {
    if (path.includes('cancellation')) return [200, { told: 1 }];
    return path.includes(id(2)) ? refusal(409, 'Refusé') : [200, { agentContract: row(600) }];
  });
  const user = showPage(<p>Contrats</p>);
  const asked = beforeMove('agent')('cancel', [{ id: id(1) }, { id: id(2) }], '2026-11-18');
  await user.click(await screen.findByRole('button', { name: 'Annuler le contrat' }));
  const make = await asked;
  await make?.({ id: id(1) });
  await expect(make?.({ id: id(2) })).rejects.toThrow();
  await user.click(await screen.findByRole('button', { name: 'Prévenir par e-mail' }));
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.includes('cancellation')).map(({ path }) => path.split('/').at(-2))).toEqual([
      id(1),
    ]),
  );
});

test('a cancelled contract still offers to tell its signatories', async () => {
  serve(({ path }): Reply => [200, path.endsWith('/steps') ? evidence : { agentContract: row(600) }]);
  showPage(<ContractSummary kind="agent" row={row(600)} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Prévenir les signataires' })).toBeTruthy();
});

test('a template of the platform: a repetition is the same act, after a refusal another; leaving asks first', async () => {
  let tries = 0;
  const sent = serve(({ method, path }): Reply => {
    if (path.includes('preview')) return [200, {}];
    if (method !== 'POST' || path.includes('fetch')) return [200, { templates: [] }];
    tries += 1;
    // The first answer is lost on the way.
    if (tries === 1) throw new TypeError('Failed to fetch');
    return refusal(409, 'Refusé');
  });
  const user = showPage(<PlatformTemplates page="platformTemplates" title="Modèles" description="" add={false} />);
  await user.click(await screen.findByRole('button', { name: 'Ajouter' }));
  await user.type(await screen.findByRole('textbox', { name: /Titre/ }), 'CDI');
  const keys = (): (string | null)[] =>
    sent.flatMap((one) => (one.path.endsWith('contract/template/agent') ? [one.key] : []));
  for (let times = 1; times <= 3; times += 1) {
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(keys()).toHaveLength(times));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(false),
    );
  }
  const [first, second, third] = keys();
  expect([first !== null, first === second, second === third]).toEqual([true, true, false]);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(await screen.findByText('Quitter sans enregistrer ?')).toBeTruthy();
});
