import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { ImportOutcome } from '#core/imports/imports.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import '#ui/focusReturn.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import ImportDialog from './ImportDialog.tsx';
import { ImportTool } from './ImportTool.tsx';
import { readTable } from './readTable.ts';

/** happy-dom has no workers: do the work in this thread. */
class OpenWorker extends EventTarget {
  postMessage({ name, content }: { name: string; content: ArrayBuffer }): void {
    void readTable(name, content).then(
      (table) => this.dispatchEvent(new MessageEvent('message', { data: { table } })),
      (error: Error) => this.dispatchEvent(new MessageEvent('message', { data: { fault: error.message } })),
    );
  }
  terminate(): void {}
}

beforeEach(() => {
  startAfresh();
  vi.stubGlobal('Worker', OpenWorker);
});

const id = '01900000-0000-7000-8000-0000000000e1';
const outcome = (more: Partial<ImportOutcome> = {}): ImportOutcome => ({
  total: 2,
  created: 2,
  updated: 0,
  skipped: 0,
  problemCount: 0,
  problems: [],
  known: [],
  ...more,
});
const state = (name: string, done = 0, ended: ImportOutcome | null = null): object => ({
  import: { id, state: name, done, total: 2, outcome: ended },
});

interface ImportReplies {
  checks?: ImportOutcome[];
  reads?: object[];
  remembered?: Record<string, string>;
}

/** Answers the calls of one import, with the next check and the next state each time. */
function serveImport({ checks = [outcome()], reads = [], remembered = {} }: ImportReplies = {}): StubRequest[] {
  const [nextChecks, nextReads] = [[...checks], [...reads]];
  return serve(({ method, path }): Reply => {
    if (path.endsWith('/check')) return [200, { outcome: nextChecks.shift() ?? outcome() }];
    if (path.endsWith('/run')) return [200, state('queued')];
    if (path.endsWith('/rows')) return [204];
    if (method === 'GET') return [200, nextReads.shift() ?? state('done', 2, outcome())];
    return [200, { ...state('draft'), remembered }];
  });
}

const csv = (text: string, name = 'sites.csv'): File => new File([text], name, { type: 'text/csv' });
const give = async (user: UserEvent, file: File): Promise<void> =>
  user.upload(await screen.findByLabelText('Fichier à importer'), file);
const press = (user: UserEvent, name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const dialog = <ImportDialog of={Site} onClose={() => undefined} />;
/** The description of the cell. */
const faultOf = (cell: HTMLElement): string | null =>
  document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
const bodiesOf = (calls: StubRequest[], end: string): unknown[] =>
  calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

test('a column that takes the focus keeps its list closed, so that the other columns stay in sight', async () => {
  serveImport();
  const user = showPage(dialog, owner());
  await give(user, csv('Nom du site;Client\nPhare;Marina\n'));
  const column = await screen.findByRole('combobox', { name: 'Reprise de Nom du site' });
  act(() => column.focus());
  expect(column.getAttribute('aria-expanded')).toBe('false');
});

test('from the file to the last row: columns guessed, rows sent, checked, imported', async () => {
  const calls = serveImport({ reads: [state('running', 1)] });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom du site;Client;Divers\nPhare;Marina;x\nQuai;Marina;y\n'));
  const columns = await screen.findByRole('table', { name: 'Colonnes du fichier' });
  expect(within(columns).getByRole<HTMLInputElement>('combobox', { name: 'Reprise de Nom du site' }).value).toBe(
    'Nom *',
  );
  expect(within(columns).getByRole<HTMLInputElement>('combobox', { name: 'Reprise de Divers' }).value).toBe('');
  expect(within(columns).getByText('Phare · Quai')).toBeTruthy();
  expect(screen.getByText('Colonne non importée : Divers')).toBeTruthy();
  await press(user, 'Vérifier');
  const run = await screen.findByRole('button', { name: 'Importer 2 lignes' });
  expect(screen.getByText('Colonne non importée : Divers')).toBeTruthy();
  await user.click(run);
  expect(await screen.findByText('L’import est terminé', {}, { timeout: 4_000 })).toBeTruthy();
  expect(screen.getByText('2 lignes créées')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Fermer'));
  expect(calls[0]).toMatchObject({
    path: `/agency/${agencyId}/import/sites`,
    body: { fileName: 'sites.csv', heads: ['Nom du site', 'Client', 'Divers'], rowCount: 2 },
  });
  expect(bodiesOf(calls, '/rows')).toEqual([
    {
      piece: 0,
      first: 0,
      rows: [
        ['Phare', 'Marina', 'x'],
        ['Quai', 'Marina', 'y'],
      ],
    },
  ]);
  const settings = { mapping: ['name', 'customer', null], duplicates: 'skip' };
  expect([...bodiesOf(calls, '/check'), ...bodiesOf(calls, '/run')]).toEqual([settings, settings]);
});

test('a line is left out and taken back; the check and the import are told', async () => {
  const problems = [{ row: 1, cell: 1, message: 'Introuvable : Marin', reason: null }];
  const calls = serveImport({ checks: [outcome({ created: 1, problemCount: 1, problems }), outcome({ created: 1 })] });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom du site;Client\nPhare;Marina\nQuai;Marin\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  const leave = await screen.findByRole('button', { name: 'Laisser la ligne 2' });
  await user.click(leave);
  await user.click(leave);
  await user.click(leave);
  expect(leave.textContent).toBe('Reprendre');
  expect(screen.getByText('1 ligne laissée de côté : à vérifier')).toBeTruthy();
  await press(user, 'Vérifier à nouveau');
  await user.click(await screen.findByRole('button', { name: 'Importer 1 ligne' }));
  expect(await screen.findByText('L’import est terminé', {}, { timeout: 4_000 })).toBeTruthy();
  const settings = { mapping: ['name', 'customer'], duplicates: 'skip' };
  expect(bodiesOf(calls, '/check')).toEqual([settings, { ...settings, left: [1] }]);
  expect(bodiesOf(calls, '/run')).toEqual([{ ...settings, left: [1] }]);
});

test('known records are updated if asked; when all would be skipped, there is nothing to import', async () => {
  const updating = outcome({ created: 1, updated: 1, known: [0] });
  const calls = serveImport({
    checks: [outcome({ created: 0, skipped: 2, known: [0, 1] }), updating],
    reads: [state('done', 2, updating)],
  });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom du site;Client\nPhare;Marina\nQuai;Marina\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  expect(await screen.findByText('2 ignorées')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Importer/ })).toHaveProperty('disabled', true);
  await press(user, 'Colonnes');
  await user.click(await screen.findByRole('radio', { name: 'Mettre à jour' }));
  await press(user, 'Vérifier');
  expect(await screen.findByText('1 mise à jour')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Importer 2 lignes' }));
  expect(await screen.findByText('L’import est terminé', {}, { timeout: 4_000 })).toBeTruthy();
  expect(screen.getByText('1 ligne créée')).toBeTruthy();
  expect(screen.getByText('1 ligne mise à jour')).toBeTruthy();
  const settings = { mapping: ['name', 'customer'] };
  expect([...bodiesOf(calls, '/check'), ...bodiesOf(calls, '/run')]).toEqual([
    { ...settings, duplicates: 'skip' },
    { ...settings, duplicates: 'update' },
    { ...settings, duplicates: 'update' },
  ]);
});

test('thousands of rows are sent in pieces, in their order', async () => {
  const total = 5_000;
  const calls = serveImport({ checks: [outcome({ total, created: total })] });
  const user = showPage(dialog, owner());
  await give(user, csv(`Nom;Client\n${Array.from({ length: total }, (_, row) => `${row};Marina`).join('\n')}\n`));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  expect(await screen.findByRole('button', { name: /^Importer 5\s000 lignes$/ })).toBeTruthy();
  const pieces = bodiesOf(calls, '/rows') as { piece: number; rows: string[][] }[];
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map(({ piece }) => piece)).toEqual(pieces.map((_, place) => place));
  expect(pieces.flatMap(({ rows }) => rows.map(([name]) => Number(name)))).toEqual([...Array(total).keys()]);
});

test('accounts beyond the licences are imported as inactive, and nothing says that the file has no problem', async () => {
  const problems = [{ row: null, cell: null, message: 'Vous avez atteint votre quota de comptes', reason: null }];
  const refused = outcome({ created: 10, problemCount: 1, problems, accountsLeft: 4 });
  const calls = serveImport({ checks: [refused, outcome({ created: 10 })] });
  const user = showPage(<ImportDialog of={Agent} onClose={() => undefined} />, owner());
  await give(user, csv('Nom;Prénom\nA;B\n', 'agents.csv'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  const alert = await screen.findByRole('alert', { name: /ne couvre pas tous ces comptes/ });
  expect(alert.textContent).toContain('4 comptes restent');
  expect(screen.queryByText(/toutes les lignes peuvent être importées/)).toBeNull();
  await press(user, 'Importer 4 actifs, les autres inactifs');
  await screen.findByRole('button', { name: 'Importer 10 lignes' });
  expect(bodiesOf(calls, '/check').at(-1)).toMatchObject({ inactive: 'others' });
});

test.each<[string, string[], string[]]>([
  [
    'may write contracts',
    ['listAgentContracts', 'editAgentContract'],
    ['Nom *', 'Prénom *', 'Contrat : type', 'Contrat : début'],
  ],
  ['may only read them', ['listAgentContracts'], ['Nom *', 'Prénom *', '', '']],
])('a user who %s is offered the matching columns', async (_, rights, guessed) => {
  serveImport();
  const profile = someProfile({ rights: ['createAgent', 'listAgents', ...rights] as never });
  const session = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  const user = showPage(<ImportDialog of={Agent} onClose={() => undefined} />, session);
  await give(user, csv('Nom;Prénom;Type de contrat;Embauche\nA;B;CDI;01/02/2026\n', 'agents.csv'));
  const columns = await screen.findByRole('table', { name: 'Colonnes du fichier' });
  const values = within(columns)
    .getAllByRole<HTMLInputElement>('combobox')
    .map(({ value }) => value);
  expect(values).toEqual(guessed);
});

test('warnings are accepted once for the whole file, within the chosen days', async () => {
  const period = { start: '2026-11-16', end: '2026-11-22' };
  const problems = [{ row: 0, cell: null, message: 'Zoé : repos de 11 heures', reason: null }];
  const calls = serveImport({ checks: [outcome({ problemCount: 1, problems, confirmable: true }), outcome()] });
  const user = showPage(<ImportDialog of={Service} period={period} onClose={() => undefined} />, owner());
  expect(await screen.findByText('Importer : Services, du 16/11/2026 au 22/11/2026')).toBeTruthy();
  await give(user, csv('Date;Début;Fin;Site\n16/11/2026;07:00;19:00;Quai\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  await user.click(await screen.findByRole('button', { name: 'Accepter ces avertissements' }));
  await user.click(await screen.findByRole('button', { name: 'Importer 2 lignes' }));
  expect(await screen.findByText('L’import est terminé', {}, { timeout: 4_000 })).toBeTruthy();
  const settings = { mapping: ['day', 'startTime', 'endTime', 'site'], duplicates: 'skip', period };
  expect([...bodiesOf(calls, '/check'), ...bodiesOf(calls, '/run')]).toEqual([
    settings,
    { ...settings, confirmed: true },
    { ...settings, confirmed: true },
  ]);
});

test('a problem is shown on its cell, corrected there, sent and checked again', async () => {
  const problems = [
    { row: 1, cell: 2, message: 'Nombre attendu', reason: null },
    { row: 0, cell: null, message: 'Répète la ligne 2 du fichier', reason: 'alreadyExists' as const },
  ];
  const calls = serveImport({ checks: [outcome({ problemCount: 2, problems }), outcome()] });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom;Client;Rayon (m)\nPhare;Marina;10\nQuai;Marina;loin\nMôle;Marina;5\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  const cell = await screen.findByRole('button', { name: 'Rayon (m), ligne 2 : loin' });
  expect(faultOf(cell)).toBe('Nombre attendu');
  // The head of the row stays in view and names the columns at fault.
  const head = (): HTMLElement => screen.getByRole('rowheader', { name: /^2/ });
  expect([head().textContent, head().hasAttribute('data-fault')]).toEqual(['2LaisserRayon (m)', true]);
  expect(screen.getByText('Existe déjà : Répète la ligne 2 du fichier')).toBeTruthy();
  // Only rows with a problem, until all rows are shown.
  expect(screen.queryByRole('button', { name: /^Nom, ligne 3/ })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Uniquement les problèmes' }));
  expect(screen.getByRole('button', { name: 'Nom, ligne 3 : Môle' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Rayon (m), ligne 2 : loin' }));
  const input = screen.getByRole('textbox', { name: 'Rayon (m), ligne 2' });
  await user.clear(input);
  await user.type(input, 'très loin{Enter}');
  expect(faultOf(screen.getByRole('button', { name: 'Rayon (m), ligne 2 : très loin' }))).toBe('Nombre attendu');
  await user.click(screen.getByRole('button', { name: 'Rayon (m), ligne 2 : très loin' }));
  await user.clear(screen.getByRole('textbox', { name: 'Rayon (m), ligne 2' }));
  await user.type(screen.getByRole('textbox', { name: 'Rayon (m), ligne 2' }), '25{Enter}');
  expect(faultOf(screen.getByRole('button', { name: 'Rayon (m), ligne 2 : 25' }))).toBeNull();
  expect([head().textContent, head().hasAttribute('data-fault')]).toEqual(['2Laisser', false]);
  expect(screen.getByText('1 cellule corrigée : à vérifier')).toBeTruthy();
  await press(user, 'Vérifier à nouveau');
  await screen.findByRole('button', { name: 'Importer 2 lignes' });
  expect(bodiesOf(calls, '/rows')).toHaveLength(2);
  expect(JSON.stringify(bodiesOf(calls, '/rows')[1])).toContain('["Quai","Marina","25"]');
});

test('a refusal of the database leads back to the rows, and the next start is a new one', async () => {
  const refused = outcome({
    problemCount: 1,
    problems: [{ row: null, cell: null, message: 'Valeur déjà utilisée', reason: null }],
  });
  const calls = serveImport({ reads: [state('failed', 0, refused)] });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom;Client\nPhare;Marina\nQuai;Marina\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  await user.click(await screen.findByRole('button', { name: 'Importer 2 lignes' }));
  expect(await screen.findByText('Valeur déjà utilisée')).toBeTruthy();
  await press(user, 'Vérifier à nouveau');
  await user.click(await screen.findByRole('button', { name: 'Importer 2 lignes' }));
  await screen.findByText('L’import est terminé');
  const keys = calls.filter(({ path }) => path.endsWith('/run')).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

test('a required column is asked for; remembered columns are proposed; a field is used once', async () => {
  serveImport({ remembered: { lieu: 'name' } });
  const user = showPage(dialog, owner());
  await give(user, csv('Lieu;Payeur\nPhare;Marina\n'));
  const columns = await screen.findByRole('table', { name: 'Colonnes du fichier' });
  const select = (head: string): HTMLInputElement =>
    within(columns).getByRole<HTMLInputElement>('combobox', { name: `Reprise de ${head}` });
  expect(select('Lieu').value).toBe('Nom *');
  expect(screen.getByText('À choisir : Client')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Vérifier' }).disabled).toBe(true);
  await user.click(select('Payeur'));
  await user.click(await screen.findByRole('option', { name: 'Nom *' }));
  await waitFor(() => expect([select('Lieu').value, select('Payeur').value]).toEqual(['', 'Nom *']));
});

test.each([
  ['vieux.xls', 'Le format .xls n’est pas lu : enregistrez le classeur au format Excel (.xlsx).'],
  ['vide.csv', 'Le fichier ne contient aucune ligne sous ses titres de colonnes.'],
])('%s is refused with its reason, and another file can be chosen', async (name, message) => {
  serveImport();
  const user = showPage(dialog, owner());
  const input = await screen.findByLabelText('Fichier à importer');
  input.removeAttribute('accept');
  await user.upload(input, csv('Nom', name));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByRole('button', { name: 'Choisir un fichier' })).toBeTruthy();
});

test('a reader whose code cannot be loaded is reported as such, not as a file error', async () => {
  vi.stubGlobal(
    'Worker',
    class extends OpenWorker {
      override postMessage(): void {
        this.dispatchEvent(new Event('error'));
      }
    },
  );
  serveImport();
  const user = showPage(dialog, owner());
  await give(user, csv('Nom;Client\nPhare;Marina\n'));
  expect((await screen.findByRole('alert')).textContent).toContain('n’a pas pu démarrer');
});

test('a server that does not answer is reported, and the same step is retried', async () => {
  let broken = true;
  const calls = serve(({ path }): Reply => {
    if (path.endsWith('/check'))
      return broken ? refusal(500, 'Une erreur est survenue') : [200, { outcome: outcome() }];
    return path.endsWith('/rows') ? [204] : [200, { ...state('draft'), remembered: {} }];
  });
  const user = showPage(dialog, owner());
  await give(user, csv('Nom;Client\nPhare;Marina\nQuai;Marina\n'));
  await screen.findByRole('table', { name: 'Colonnes du fichier' });
  await press(user, 'Vérifier');
  expect((await screen.findByRole('alert')).textContent).toContain('Une erreur est survenue');
  broken = false;
  await press(user, 'Vérifier');
  await screen.findByRole('button', { name: 'Importer 2 lignes' });
  // Sent rows are not sent twice.
  expect(bodiesOf(calls, '/rows')).toHaveLength(1);
});

test('the button is shown where records can be created', () => {
  const of = (rights: 'customer' | 'admin', kind: 'CUSTOMER' | 'AGENCY') =>
    sessionOf(someUser({ userCompanies: [someProfile({ rights, kind })] }), { profileId: null, agency: null });
  serveImport();
  showPage(<ImportTool of={Site} />, of('customer', 'CUSTOMER'));
  expect(screen.queryByRole('button', { name: 'Importer' })).toBeNull();
});
