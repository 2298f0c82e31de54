import { Modal } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { askAbout } from './anomalies.ts';
import { askSpan, SpanHost } from './span.tsx';

beforeEach(startAfresh);

const error = (message: string, code: number | string = '11-hour rest'): PlanningError =>
  ({ index: 0, service: null, agent: null, code, level: 1, message, article: null }) as PlanningError;
const anomalies = 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?';
const counts = { one: 1, following: 3, all: 5 };

/** A dialog with questions above it. */
const over = async (closed: () => void, host: ReactNode) => {
  const user = showPage(
    <>
      <Modal opened onClose={closed} title="Service non planifié">
        <input aria-label="Site" />
      </Modal>
      {host}
    </>,
  );
  await screen.findByRole('dialog', { name: 'Service non planifié' });
  return user;
};

test('Escape answers the question of the checks, and the form below stays open', async () => {
  const below = vi.fn();
  const user = await over(below, <AnomaliesHost />);
  for (const at of ['Enregistrer quand même', 'Modifier la saisie', null]) {
    const answer = askAbout([error('Repos de 9 h')]);
    const dialog = await screen.findByRole('dialog', { name: anomalies });
    if (at) within(dialog).getByRole('button', { name: at }).focus();
    else (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Escape}');
    expect(await answer).toBe(false);
    expect(below).not.toHaveBeenCalled();
  }
});

test('a sentence that is the same for several services of a series is shown once', async () => {
  await over(vi.fn(), <AnomaliesHost />);
  const answer = askAbout([error('Étapes en chevauchement'), error('Étapes en chevauchement'), error('Repos de 9 h')]);
  const dialog = await screen.findByRole('dialog', { name: anomalies });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  within(dialog).getByRole('button', { name: 'Modifier la saisie' }).click();
  expect(await answer).toBe(false);
});

test('findings are grouped by rule, refusals first, and every line can be reached', async () => {
  const user = await over(vi.fn(), <AnomaliesHost />);
  const rests = Array.from({ length: 20 }, (_, at) => error(`Repos de ${at} h`));
  const answer = askAbout([...rests, { ...error('Carte expirée', 'expired'), level: 2 }]);
  const dialog = await screen.findByRole('dialog', { name: 'Planification refusée' });
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Expirations du collaborateur', 'Repos quotidien (20)']);
  expect(within(dialog).queryByText('Repos de 19 h')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Afficher 14 autres lignes' }));
  expect(within(dialog).getByText('Repos de 19 h')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Modifier la saisie' }));
  expect(await answer).toBe(false);
});

test('Escape closes an open list first, then the question, never the form below', async () => {
  const below = vi.fn();
  const user = await over(below, <AnomaliesHost />);
  const answer = askAbout([error('Délai de prévenance', otherCodes.shortNotice)]);
  const dialog = await screen.findByRole('dialog', { name: anomalies });
  await user.click(within(dialog).getByRole('combobox', { name: /Accord du collaborateur/ }));
  expect(await screen.findAllByRole('option')).not.toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
  expect(screen.getByRole('dialog', { name: anomalies })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(await answer).toBe(false);
  expect(below).not.toHaveBeenCalled();
});

test('a change that needs the agent’s consent cannot be saved until its means is chosen', async () => {
  const user = await over(vi.fn(), <AnomaliesHost />);
  const answer = askAbout([error('Repos de 9 h'), error('Délai de prévenance', otherCodes.shortNotice)]);
  const dialog = await screen.findByRole('dialog', { name: anomalies });
  const anyway = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer quand même' });
  expect(anyway.disabled).toBe(true);
  expect(anyway.getAttribute('aria-describedby')).toBe(within(dialog).getByText(/^Sans l’accord du collaborateur/).id);
  await user.click(within(dialog).getByRole('combobox', { name: /Accord du collaborateur/ }));
  await user.click(await screen.findByRole('option', { name: 'Par SMS' }));
  expect(anyway.disabled).toBe(false);
  await user.click(anyway);
  expect(await answer).toEqual({ means: 'SMS' });
});

test('the consent is asked with its rule and names the people', async () => {
  await over(vi.fn(), <AnomaliesHost />);
  const by = (name: string) => ({
    ...error('Délai de prévenance', otherCodes.shortNotice),
    agent: { id: name, name },
  });
  void askAbout([by('Aline Petit'), by('Bruno Roche'), error('Repos de 9 h')]);
  const dialog = await screen.findByRole('dialog', { name: anomalies });
  const rule = within(dialog).getByRole('region', { name: 'Délai de prévenance' });
  expect(
    within(rule).getByRole('combobox', { name: 'Accord des collaborateurs : Aline Petit, Bruno Roche' }),
  ).toBeTruthy();
});

test('Escape answers the question of a series, and the form below stays open', async () => {
  const below = vi.fn();
  const user = await over(below, <SpanHost />);
  const answer = askSpan(counts);
  (await screen.findByRole('radio', { name: 'Ce service et les suivants (3)' })).focus();
  await user.keyboard('{Escape}');
  expect(await answer).toBeNull();
  expect(below).not.toHaveBeenCalled();
});

test('each question of a series starts with this service only, whatever the last answer', async () => {
  const user = showPage(<SpanHost />);
  const first = askSpan(counts);
  await user.click(await screen.findByRole('radio', { name: 'Toute la série (5)' }));
  await user.keyboard('{Enter}');
  expect(await first).toBe('all');
  const second = askSpan(counts);
  await screen.findByRole('dialog', { name: 'Modifier 1 service(s) ?' });
  await user.click(screen.getByRole('button', { name: 'Modifier' }));
  expect(await second).toBe('one');
});

function Leaving(): ReactNode {
  const [at, setAt] = useState<'first' | 'other' | 'none'>('first');
  return (
    <>
      {at !== 'none' && <AnomaliesHost key={at} />}
      <button type="button" onClick={() => setAt('other')}>
        Autre écran
      </button>
      <button type="button" onClick={() => setAt('none')}>
        Accueil
      </button>
    </>
  );
}

test('leaving the screen answers all open questions with no; the next screen shows none of them', async () => {
  const user = showPage(<Leaving />);
  await screen.findByRole('button', { name: 'Accueil' });
  const answers = Promise.all(['Repos de 8 h', 'Repos de 9 h'].map((of) => askAbout([error(of)])));
  expect(await screen.findByText('Repos de 8 h')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Autre écran', hidden: true }));
  expect(await answers).toEqual([false, false]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a screen to show it, no question is asked and nothing is saved', async () => {
  const user = showPage(<Leaving />);
  await user.click(await screen.findByRole('button', { name: 'Accueil' }));
  await expect(askAbout([error('Repos de 8 h')])).resolves.toBe(false);
  await user.click(screen.getByRole('button', { name: 'Autre écran' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
