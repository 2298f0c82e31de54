import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AgentContract, AgentContractTemplate } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { Right } from '#core/rights.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { uploadFile } from '#ui/files/upload.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ContractSummary from './ContractSummary.tsx';
import { OwnAgentContracts } from './Contracts.tsx';
import { inWords } from './failing.ts';
import { beforeMove } from './moving.ts';
import OwnContract from './OwnContract.tsx';
import PlatformTemplates from './PlatformTemplates.tsx';
import { Signatories } from './Signatories.tsx';
import SignHere from './SignHere.tsx';
import { TemplateOrder } from './TemplateOrder.tsx';
import { TypedText } from './TypedText.tsx';

vi.mock('#ui/files/PdfPages.tsx', () => ({ default: () => <p>Le PDF</p> }));

vi.mock('#ui/files/upload.ts', async (original) => ({ ...(await original<object>()), uploadFile: vi.fn() }));

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const signature = (last: number, more: object) => ({
  ...{ id: id(last), email: 'a@b.fr', role: 'PARTY', signedAtDate: null, signManually: false, signInvalid: false },
  ...more,
});
const row = (status: number) =>
  rowOf(AgentContract, {
    ...{ title: 'CDI', reference: 'CC2026-0001', status, agent: { id: id(1), name: 'Inès Roy' }, template: null },
    ...{ signingOrder: 'ORDER', content: '<p>Texte</p>', awaited: 1, awaitsYou: false, signedAt: null },
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

test('C-047: « Mes contrats » of somebody who also reads those of others lists his own', async () => {
  const profileOf = (rights: readonly Right[]) => someProfile({ rights, plannable: true });
  const asked = async (rights: readonly Right[]) => {
    const sent = serve(({ path }): Reply => [200, path.includes('fetch') ? { agentContracts: [], filtered: 0 } : {}]);
    const session = sessionOf(someUser({ userCompanies: [profileOf(rights)] }), { profileId: null, agency: null });
    showPage(<OwnAgentContracts page="agentOwnContracts" title="Mes contrats" description="" add={false} />, session);
    const isList = ({ path }: { path: string }): boolean => path.endsWith('/fetch/contracts/agents');
    await waitFor(() => expect(sent.filter(isList)).not.toEqual([]));
    const [list] = sent.filter(isList);
    startAfresh();
    return [list?.path.includes('/agent/'), (list?.body as { filters?: object } | undefined)?.filters];
  };
  expect(await asked(['listAgentContracts', 'listOwnDocuments'])).toEqual([
    false,
    expect.objectContaining({ agent: [profileOf([]).id] }),
  ]);
  const [isOnOwnPath, filters] = await asked(['listOwnDocuments']);
  expect([isOnOwnPath, filters]).toEqual([true, expect.not.objectContaining({ agent: expect.anything() })]);
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

test('a variable that the browser does not copy is to be written', async () => {
  serve((): Reply => [200, {}]);
  const values = { title: 'Essai', content: '', signatures: [] };
  const user = showPage(<TypedText kind="agent" section="Texte" values={values as never} change={() => undefined} />);
  // As outside secure pages.
  vi.stubGlobal('navigator', { clipboard: undefined });
  await user.click(await screen.findByText('Variables à insérer dans le texte'));
  await user.click(screen.getByTitle('{agence.nom}'));
  expect(await screen.findByText(/écrivez {agence\.nom} dans le texte/)).toBeTruthy();
});

test('whoever has signed reads whom his contract still waits for, and is asked for nothing', async () => {
  serve((): Reply => [200, {}]);
  showPage(<OwnContract kind="agent" row={waiting} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByText('En attente de')).toBeTruthy();
  expect(screen.queryByText(/attend votre signature/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lire et signer' })).toBeNull();
});

test('whom it is made with opens the page of signature from his account, without the mail', async () => {
  const sent = serve((): Reply => [200, { token: 'un-jeton' }]);
  const own = { ...waiting, awaitsYou: true };
  const user = showPage(<OwnContract kind="agent" row={own} onEdit={null} onPart={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Lire et signer' }));
  await waitFor(() => expect(window.location.hash).toBe(`#/signature/agent/${waiting.id}/un-jeton`));
  expect(sent.some(({ path }) => path.endsWith(`/contract/agent/${waiting.id}/link`))).toBe(true);
  window.location.hash = '';
});

test('who signs for the agency is added to the signatories in one click', async () => {
  const saved = {
    ...{ id: id(8), version: 1, fullname: 'Claude Chef', email: null },
    useAsDefault: true,
    isYours: false,
    signature: null,
  };
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
  expect(await screen.findByText('Signataires prévenus')).toBeTruthy();
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

test('a copy asked again after a lost answer is the same copy', async () => {
  const keys: (string | null)[] = [];
  serve(({ path, key }): Reply => {
    if (!path.endsWith('/duplicate')) return [200, path.endsWith('/steps') ? evidence : { agentContract: waiting }];
    keys.push(key);
    return keys.length === 1 ? [502] : refusal(409, 'Déjà copié');
  });
  const user = showPage(<ContractSummary kind="agent" row={waiting} onEdit={null} onPart={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Dupliquer' }));
  await screen.findByText(messages.network);
  await user.click(screen.getByRole('button', { name: 'Dupliquer' }));
  await screen.findByText('Déjà copié');
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('on the spot it is said whose signature it is, the document can be read, and the other side is named', async () => {
  serve(({ path }): Reply => [200, path.includes('fetch') ? { contractSignatureTemplates: [], filtered: 0 } : {}]);
  const user = showPage(
    <SignHere kind="agent" contract={id(1)} party="Inès Roy" signature={null} onClose={() => undefined} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Lire le document' }));
  expect(await screen.findByText('Le PDF')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Signera pour l’agence' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Le collaborateur' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Signataire/ }).value).toBe('Inès Roy');
  expect(screen.getByRole('textbox', { name: 'Signera pour l’agence' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'L’agence' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Collaborateur qui signera' }).value).toBe('Inès Roy');
});

/** A form in which the template is chosen, and one that was opened with it. */
function Orders({ change }: { change(path: string, value: unknown): void }): ReactElement {
  const [values, choose] = useState<object>({});
  const chosen = { template: { id: id(7) } };
  return (
    <>
      <button type="button" onClick={() => choose(chosen)}>
        Choisir
      </button>
      <TemplateOrder kind="agent" section="Contrat" values={values as never} change={change} />
      <TemplateOrder kind="agent" section="Contrat" values={chosen as never} change={change} />
    </>
  );
}

test('the form shows the order of the template that is chosen; of a record that is opened it changes nothing', async () => {
  const template = rowOf(AgentContractTemplate, { title: 'CDI', status: 100, signingOrder: 'ORDER', content: null });
  serve((): Reply => [200, { agentContractTemplate: { ...template, id: id(7) } }]);
  const change = vi.fn();
  const user = showPage(<Orders change={change} />);
  await user.click(await screen.findByRole('button', { name: 'Choisir' }));
  await waitFor(() => expect(change.mock.calls).toEqual([['signingOrder', 'ORDER']]));
});

test('signed on paper: the scan is the signed document, no reference, and every line says so', async () => {
  const scan = { id: id(9), name: 'scan.pdf', mimeType: 'application/pdf', size: 10 };
  const marked = { ...row(250), signedAt: '2026-11-12T08:00:00.000Z', scan };
  serve(({ path }): Reply => [200, path.endsWith('/steps') ? evidence : { agentContract: marked }]);
  showPage(<ContractSummary kind="agent" row={marked} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByText('Chaîne intacte')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'PDF envoyé' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Exemplaire papier' })).toBeTruthy();
  expect(screen.getByText('Signé sur papier')).toBeTruthy();
  for (const gone of ['PDF signé', 'Référence de vérification', 'À signer', 'Joindre l’exemplaire papier'])
    expect(screen.queryByText(gone)).toBeNull();
});

test('the mark takes the scan with it, or goes without', async () => {
  vi.mocked(uploadFile).mockResolvedValue({ id: id(9) } as never);
  const sent = serve((): Reply => [200, { agentContract: row(250) }]);
  const user = showPage(<p>Contrats</p>);
  const ask = async (file: File | null): Promise<string | undefined> => {
    const asked = beforeMove('agent')('markSigned', [{ id: id(1) }], '2026-11-18');
    const dialog = await screen.findByRole('dialog', { name: 'Marquer comme signé ?' });
    expect(within(dialog).getByText('Exemplaire signé (PDF ou photo), facultatif')).toBeTruthy();
    if (file) await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, file);
    await user.click(within(dialog).getByRole('button', { name: 'Marquer comme signé' }));
    await (await asked)?.({ id: id(1) });
    return sent.at(-1)?.path;
  };
  expect(await ask(null)).toMatch(/markSigned$/);
  expect(await ask(new File(['%PDF-'], 'contrat.pdf', { type: 'application/pdf' }))).toMatch(/\/scan$/);
  expect(sent.at(-1)?.body).toEqual({ file: { id: id(9) } });
});

test('G-015: the platform’s staff is offered no signature for the agency it has entered', async () => {
  const draft = { ...row(100), content: '<p>Texte</p>', signatures: [] };
  const awaiting = row(200);
  const support = sessionOf(someUser({ isSupport: true }), { profileId: null, agency: { id: agencyId, name: 'Azur' } });
  serve(({ path }): Reply => [200, path.endsWith('/steps') ? evidence : { agentContract: awaiting }]);
  const both = (
    <>
      <ContractSummary kind="agent" row={draft} onEdit={null} onPart={() => undefined} />
      <ContractSummary kind="agent" row={awaiting} onEdit={null} onPart={() => undefined} />
    </>
  );
  showPage(both);
  await screen.findAllByRole('button', { name: 'Signer sur place' });
  expect(screen.getByRole('button', { name: 'Joindre l’exemplaire signé sur papier' })).toBeTruthy();
  startAfresh();
  showPage(both, support);
  expect(await screen.findAllByRole('button', { name: 'Dupliquer' })).toHaveLength(2);
  for (const act of ['Signer sur place', 'Joindre l’exemplaire signé sur papier'])
    expect(screen.queryByRole('button', { name: act })).toBeNull();
});

test('a refusal says why', async () => {
  const refused = {
    ...row(150),
    signatures: [signature(3, { fullname: 'Inès Roy', signInvalid: true })],
  };
  const steps = [{ ...step, act: 'REFUSED', who: 'Inès Roy', detail: { reason: 'Le salaire' } }];
  serve(({ path }): Reply => [200, path.endsWith('/steps') ? { ...evidence, steps } : { agentContract: refused }]);
  showPage(<ContractSummary kind="agent" row={refused} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByText('Inès Roy a refusé de signer : « Le salaire »')).toBeTruthy();
});

const pricing = (prepaidSignatures: number | null) => ({
  pricing: {
    ...{ countAgents: { agents: 1, accounts: 1 }, agentsLimit: null, accountsLimit: null, vFreeAccounts: 0 },
    ...{ remainingSheets: null, prepaidSignatures, prepaidPayslips: null, sheetPrice: 1.5 },
  },
});

test('too few signatures are told before anything is confirmed', async () => {
  const draft = row(100);
  serve(({ path }): Reply => [200, path.endsWith('/pricing') ? pricing(1) : { agentContract: draft }]);
  showPage(<p>Contrats</p>);
  expect(await beforeMove('agent')('send', [draft] as never, '2026-11-18')).toBeNull();
  expect(await screen.findByText(/il en reste 1, il en faut 2/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what the texts lack is named before they are sent, one or several', async () => {
  serve(
    ({ path }): Reply => [
      200,
      path.endsWith('/pricing')
        ? pricing(null)
        : path.includes(id(1))
          ? { blanks: 2, empty: ['Contrat de travail : fin'], unknown: ['rien'] }
          : { blanks: 0, empty: [], unknown: [] },
    ],
  );
  const user = showPage(<p>Contrats</p>);
  const words = '2 blancs à remplir ; sans valeur : Contrat de travail : fin ; variable inconnue : {rien}';
  const ask = async (...rows: object[]): Promise<string> => {
    const asked = beforeMove('agent')('send', rows as never, '2026-11-18');
    const dialog = await screen.findByRole('dialog', { name: 'Envoyer en signature ?' });
    const { textContent } = dialog;
    await user.click(within(dialog).getByRole('button', { name: 'Annuler' }));
    expect(await asked).toBeNull();
    return textContent ?? '';
  };
  expect(await ask({ id: id(1), title: 'CDI' })).toContain(`• ${words}`);
  expect(await ask({ id: id(1), title: 'CDI' }, { id: id(2), title: 'CDD' })).toContain(`• « CDI » : ${words}`);
  expect(await ask({ id: id(2), title: 'CDD' })).not.toContain('incomplet');
});
