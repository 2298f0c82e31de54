import { expect, test } from 'vitest';
import { refusal } from '../kernel/machine.ts';
import { contractOf } from './contract.ts';
import { readyTemplates } from './ready.ts';
import { contractMessages, contractRights, isValidSignatory } from './status.ts';
import { contractVariables, exampleValues, filledText, unknownIn } from './variables.ts';

const kinds = ['agent', 'customer'] as const;
const row = (status: number, more: object = {}) => ({
  ...{ status, content: '<p>Texte</p>', reference: null, signatures: [{ email: 'a@b.fr', signInvalid: false }] },
  ...more,
});

/** Decisions 4, 5, 34 and 35 of the specification's contradictions: what each state allows, and under which right. */
const table = {
  send: { from: [100], right: 'send' },
  resend: { from: [200], right: 'send' },
  markSigned: { from: [200], right: 'sign' },
  markUnsigned: { from: [200], right: 'sign' },
  unsign: { from: [150, 250], right: 'sign' },
  cancel: { from: [200], right: 'edit' },
  archive: { from: [100, 150, 250, 300, 600], right: 'edit' },
  // Decision 101: the way back.
  reactivate: { from: [400], right: 'edit' },
  delete: { from: [100], right: 'delete' },
} as const;

test.each(kinds)('%s: every state allows its own moves, each under its right', (kind) => {
  const { machine } = contractOf[kind];
  expect(Object.keys(machine?.moves ?? {})).toEqual(Object.keys(table));
  for (const [name, { from, right }] of Object.entries(table)) {
    expect([name, machine?.moves[name]?.right]).toEqual([name, contractRights(kind)[right]]);
    for (const status of [100, 150, 200, 250, 300, 400, 600])
      expect([name, status, refusal(machine as never, name, row(status)) === null]).toEqual([
        ...[name, status],
        (from as readonly number[]).includes(status),
      ]);
  }
  const frozen = Object.entries(machine?.states ?? {}).filter(([, { writable }]) => writable === 'nothing');
  expect(frozen.map(([code]) => Number(code))).toEqual([200, 250, 300, 400, 600]);
});

test('a contract is sent with a text and somebody to ask by mail; what left once is not deleted', () => {
  const machine = contractOf.agent.machine as never;
  expect(refusal(machine, 'send', row(100, { content: null }))).toBe(contractMessages.noContent);
  expect(refusal(machine, 'send', row(100, { signatures: [{ email: null }] }))).toBe(contractMessages.noSignatory);
  // A row of a list says how many alone.
  expect(refusal(machine, 'send', { status: 100, reference: null, reachable: 1 })).toBe(null);
  expect(refusal(machine, 'send', { status: 100, reference: null, reachable: 0 })).toBe(contractMessages.noSignatory);
  expect(refusal(machine, 'delete', row(100, { reference: 'CC2026-0001' }))).toBe(contractMessages.kept);
  expect([{ email: 'a@b.fr' }, { email: 'a@b.fr', signInvalid: true }, {}].map(isValidSignatory)).toEqual([
    true,
    false,
    false,
  ]);
});

test('an unknown variable says so, a missing value leaves room to write', () => {
  const values = { 'agence.nom': 'Azur', 'travail.fin': null };
  expect(filledText('agent', '{agence.nom} {travail.fin} { client.nom } {sautDePage}', values)).toBe(
    'Azur …………… Variable inconnu ',
  );
  expect(unknownIn('agent', '{agence.nom} {client.nom} {sautDePage}')).toEqual(['client.nom']);
  expect(Object.keys(exampleValues('customer'))).toEqual(Object.keys(contractVariables.customer));
});

test('the ready templates name known variables only', () => {
  expect(readyTemplates.map(({ kind, content }) => unknownIn(kind, content))).toEqual(readyTemplates.map(() => []));
});

test('a subcontract is ready for work received and for work given out', () => {
  const sides = readyTemplates.flatMap(({ title, content }) =>
    /sous-traitance/.test(title) ? [content.indexOf('le donneur d’ordre') < content.indexOf('le sous-traitant')] : [],
  );
  expect(sides).toEqual([false, true]);
});
