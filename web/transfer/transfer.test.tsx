import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import type { JudgedPerson, TransferTask } from '#core/transfer/calls.ts';
import { TransferPerson } from '#core/transfer/transfer.ts';
import { listedRowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { formSheet } from './formSheet.ts';
import LeaveDialog from './LeaveDialog.tsx';
import { draftOf } from './ReceiveDialog.tsx';
import TransferSummary from './TransferSummary.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const row = {
  id: id(1),
  version: 1,
  siteName: 'Entrepôt',
  status: 100,
  direction: 'OUT',
  site: { id: id(2), name: 'Entrepôt' },
  transferDate: '2027-01-01',
  knownOn: '2026-11-10',
  isAirport: false,
  contract: null,
  comment: null,
  otherCompany: 'Entrante SAS',
  otherEmail: null,
  otherAddress: null,
  nextDue: '2020-11-21',
  nextTask: 'Adresser la liste',
};
const ada: JudgedPerson = {
  agent: { id: id(3), name: 'Ada Martin' },
  conditions: [{ code: 'share', state: 'met', figure: '1 012 h sur 1 145 h, soit 88,3 % > 50 %' }],
  notes: [],
  outcome: 'YES',
  seniorityDate: '2020-01-01',
  isSenior: true,
  declared: {
    ...{ onNotice: null, unfit: null, identityValid: null, cardReceipt: null, replacedQualifies: null },
    ...{ hasMandate: false, mandateHours: null },
  },
  ...{ decision: null, reason: null, decidedBy: null, decidedAt: null, isListed: true },
  attachments: [{ label: '9 derniers bulletins de paie', state: 'partial', detail: '6 sur 9' }],
  ...{ absence: null, contractEnd: null, hasContract: true, hasLeft: false },
};
const task: TransferTask = {
  ...{ code: 'list', label: 'Adresser la liste', article: '2.3.1', isTheirs: false },
  ...{ due: '2020-11-21', doneOn: null, doneBy: null },
};
const people = {
  start: '2026-04-01',
  end: '2026-12-31',
  people: [ada],
  obligation: { senior: 1, others: 0, othersRequired: 0, required: 1 },
};
const show = (): void =>
  showPage(<TransferSummary row={row as never} onEdit={() => undefined} onPart={() => undefined} />) as never;

test('each condition stands with its figure, the late term is told first, a decision without a reason is refused at its field', async () => {
  const sent: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/tasks')) return [200, { tasks: [task] }];
    if (path.endsWith('/people')) return [200, people];
    sent.push(body);
    return refusal(400, 'Dites pourquoi', { violations: [{ path: 'reason', message: 'Dites pourquoi' }] });
  });
  show();
  const person = await screen.findByRole('region', { name: 'Ada Martin' }, { timeout: 10_000 });
  expect(within(person).getByText(/1 012 h sur 1 145 h, soit 88,3 % > 50 %/)).toBeTruthy();
  expect(within(person).getByText(/9 derniers bulletins de paie \(6 sur 9\)/)).toBeTruthy();
  expect(screen.getByText(/délai passé depuis le 21\/11\/2020/)).toBeTruthy();
  fireEvent.click(within(person).getByRole('button', { name: 'Apprécier Ada Martin' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'L’en écarter malgré le calcul' }, { timeout: 10_000 }));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Dites pourquoi', {}, { timeout: 10_000 })).toBeTruthy();
  expect(sent).toEqual([expect.objectContaining({ agent: ada.agent.id, decision: 'EXCLUDE', reason: '' })]);
});

test('a failed reading is told and can be tried again; nobody on the site is told too', async () => {
  let fails = true;
  serve(({ path }) => {
    if (path.endsWith('/tasks')) return [200, { tasks: [] }];
    return fails ? refusal(500, 'Une erreur est survenue') : [200, { ...people, people: [] }];
  });
  show();
  const again = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 10_000 });
  fails = false;
  fireEvent.click(again);
  await waitFor(() => expect(screen.getByText(/Personne n’a travaillé sur ce site/)).toBeTruthy(), { timeout: 10_000 });
});

test('the end of the contracts asked again after a lost answer is the same act', async () => {
  const keys: (string | null)[] = [];
  serve(({ key }) => {
    keys.push(key);
    return keys.length === 1 ? [502] : refusal(409, 'Déjà terminés');
  });
  const none = (): void => undefined;
  const user = showPage(<LeaveDialog transfer={row as never} people={[ada]} onClose={none} onDone={none} />);
  await user.click(await screen.findByRole('button', { name: 'Terminer 1 contrat' }));
  await screen.findByText(messages.network);
  await user.click(screen.getByRole('button', { name: 'Terminer 1 contrat' }));
  await screen.findByText('Déjà terminés');
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('of those taken, who is there already keeps his sheet unless one says otherwise; each refused line is told', async () => {
  const won = { ...row, direction: 'IN' };
  const taken = listedRowOf(TransferPerson, {
    ...{ id: id(7), fullname: 'Léa Durand', lastname: 'Durand', firstname: 'Léa', decision: 'TAKEN', agent: null },
    transfer: { id: id(1), name: 'Entrepôt' },
  });
  const sent: unknown[] = [];
  const message = 'Léa Durand : Date de naissance à venir';
  serve(({ path, body }) => {
    if (path.endsWith('/tasks')) return [200, { tasks: [] }];
    if (path.endsWith('/known'))
      return [200, { people: [{ person: id(7), agent: { id: id(8), name: 'Léa D.' }, by: 'card' }] }];
    if (path.endsWith('/hire')) {
      sent.push(body);
      return sent.length === 1
        ? refusal(400, message, { violations: [{ path: 'people.0', message }] })
        : [200, { created: 1, linked: 0 }];
    }
    return [200, { transferPeople: [taken], filtered: 1 }];
  });
  showPage(<TransferSummary row={won as never} onEdit={() => undefined} onPart={() => undefined} />);
  const keep = await screen.findByLabelText('Léa D. est déjà présent : garder sa fiche', {}, { timeout: 10_000 });
  expect(screen.getByText(/même carte professionnelle que Léa Durand/)).toBeTruthy();
  // Asked first: several sheets come at one touch.
  const agree = async (label: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: label }));
    const question = await screen.findByRole('dialog', { name: `${label} ?` });
    fireEvent.click(within(question).getByRole('button', { name: label }));
  };
  await agree('Rattacher 1 collaborateur');
  expect(await screen.findByText(message, {}, { timeout: 10_000 })).toBeTruthy();
  fireEvent.click(keep);
  await agree('Créer 1 collaborateur');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { people: [id(7)], known: { [id(7)]: id(8) } },
    { people: [id(7)], known: { [id(7)]: null } },
  ]);
});

test('the spreadsheet has the lines of the annex; a line of a received file becomes a draft, a receipt stands for a card', () => {
  const { cells } = formSheet([{ lastname: 'Martin', birthDate: '1990-01-02', monthlyHours: 151.67 }]);
  expect(cells[0]?.[0]).toMatchObject({ value: 'Nom' });
  expect(cells[1]?.filter((cell) => cell !== null)).toEqual([
    'Martin',
    { value: new Date('1990-01-02T00:00:00Z'), format: 'dd/mm/yyyy' },
    151.67,
  ]);
  expect(draftOf({ lastname: 'Martin', cardNumber: 'Dossier 12', city: 'Nice', site: 'Port' }, 't')).toEqual({
    lastname: 'Martin',
    cardReceipt: 'DOSSIER 12',
    address: { street: '', zipcode: '', city: 'Nice' },
    transfer: { id: 't' },
  });
});
