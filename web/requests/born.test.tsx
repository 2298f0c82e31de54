import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { asked } from '#ui/confirm.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import { bornExtras } from './born.ts';

beforeEach(startAfresh);

const id = (digit: number): string => `01900000-0000-7000-8000-00000000000${digit}`;
const extras = bornExtras(Unavailability as Entity, { named: 'Cette absence', granted: ['startAt', 'type'] });
const row = { ...rowOf(Unavailability, { id: id(1) }), request: { id: id(2), subject: 'Vacances' } };

test('the question before a removal names the request that it was granted on', async () => {
  serve(() => [200, { unavailability: row }]);
  showPage(<main />);
  const answer = extras.beforeMove?.('delete', [row], '2026-12-01');
  await waitFor(() => expect(asked.get()?.message).toMatch(/^Cette absence vient de la demande acceptée « Vacances »/));
  asked.get()?.answer(false);
  expect(await answer).toBeNull();
});

test('the question before several are removed names each request', async () => {
  serve(() => [200, { requests: [{ id: id(2), subject: 'Vacances', agent: 'Zoé Petit' }] }]);
  showPage(<main />);
  const answer = extras.beforeMove?.('delete', [row, { ...row, id: id(3) }], '2026-12-01');
  await waitFor(() => expect(asked.get()?.message).toContain('« Vacances » (Zoé Petit)'));
  expect(asked.get()?.title).toBe('Supprimer ces 2 éléments ?');
  asked.get()?.answer(false);
  expect(await answer).toBeNull();
});

test('a change of what was granted is asked about; any other is not, nor that of an absence without a request', async () => {
  showPage(<main />);
  expect(await extras.ask?.({ ...row, comment: 'Vu' }, row)).toBe(true);
  expect(await extras.ask?.({ ...row, startAt: '2029-01-01T00:00:00.000Z' }, { ...row, request: null })).toBe(true);
  const sure = extras.ask?.({ ...row, startAt: '2029-01-01T00:00:00.000Z' }, row);
  await waitFor(() => expect(asked.get()?.message).toContain('« Vacances »'));
  asked.get()?.answer(true);
  expect(await sure).toBe(true);
});
