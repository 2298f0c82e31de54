import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Gap } from '#core/control/gaps.ts';
import { partNames } from '#core/control/parts.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Control from './Control.tsx';

beforeEach(startAfresh);

const page = <Control page="control" title="Contrôle CNAPS" description="" add={false} />;
const gap = (more: Partial<Gap>): Gap => ({
  ...{ kind: 'CARD_MISSING', record: { entity: 'agent', id: 'a1' }, name: 'Zoé Lefèvre', detail: '4 vacations' },
  article: 'art. R631-15',
  ...more,
});
const answer = (gaps: Gap[], hidden: string[] = []): [number, object] => [
  200,
  { gaps, parts: partNames.map((part) => ({ part, count: hidden.includes(part) ? null : 3 })) },
];

test('each gap is told under its part, with its law, and says what the file lacks', async () => {
  const late = Array.from({ length: 9 }, (_, index) => gap({ kind: 'TRAINING_EXPIRED', name: `Agent ${index}` }));
  const own = gap({ kind: 'MANAGER_MISSING', record: { entity: 'agency', id: 'g' }, name: 'Agence', detail: '' });
  serve(() => answer([own, gap({}), ...late], ['CONTRACTS']));
  const user = showPage(page);
  const cards = await screen.findByRole('region', { name: 'Cartes professionnelles' });
  expect(within(cards).getByText('Carte professionnelle manquante')).toBeTruthy();
  expect(within(cards).getByText('art. R631-15')).toBeTruthy();
  expect(screen.getByText(/11 points, dont 1 grave/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Agence' }).getAttribute('href')).toContain('find=dirigeants');
  expect(screen.getByText('non joint : droit manquant')).toBeTruthy();
  expect(screen.queryByText('Agent 8')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Voir tout (9)' }));
  expect(screen.getByText('Agent 8')).toBeTruthy();
});

test('a company in order is told so; a failure is shown and retried', async () => {
  let failing = true;
  serve(() => (failing ? refusal(500, 'Une erreur est survenue') : answer([])));
  const user = showPage(page);
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Télécharger le dossier' }).disabled).toBe(true);
  failing = false;
  await user.click(retry);
  expect(await screen.findByText('Rien à signaler')).toBeTruthy();
});

test('the period is asked for once its days are whole', async () => {
  const calls = serve(() => answer([]));
  const user = showPage(page);
  await screen.findByText('Rien à signaler');
  const input = screen.getByRole('textbox', { name: 'Du' });
  await user.clear(input);
  await user.type(input, '05/11/2025');
  await user.tab();
  await expect.poll(() => JSON.stringify(calls.at(-1))).toContain('2025-11-05');
});
