import { expect, test } from 'vitest';
import { keptUntilDeleted } from './machine.ts';

test('a record without a life of its own has one state, which it leaves by its deletion', () => {
  const { initial, states, moves } = keptUntilDeleted({ right: 'deleteDocument', done: 'Supprimée' }, 'Enregistrée');
  expect([initial, states[100].label]).toEqual([100, 'Enregistrée']);
  expect(moves).toEqual({
    delete: { label: 'Suppression', from: [100], to: null, right: 'deleteDocument', done: 'Supprimée' },
  });
});
