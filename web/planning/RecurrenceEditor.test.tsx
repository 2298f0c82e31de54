import { screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { RecurrenceEditor } from './RecurrenceEditor.tsx';
import { noRecurrence, type TypedRecurrence } from './recurrence.ts';

test('a series over New Year skips the public holidays of both years', async () => {
  startAfresh();
  serve(({ path }) => {
    const year = /\d{4}$/.exec(path)?.[0];
    return [
      200,
      {
        holidays: [
          { day: `${year}-01-01`, name: 'Jour de l’an' },
          { day: `${year}-12-25`, name: 'Noël' },
        ],
      },
    ];
  });
  showPage(
    <RecurrenceEditor
      typed={{ ...noRecurrence, repeat: 'daily', endDate: '2027-01-02', excludeHolidays: true }}
      startAt="2026-12-24T07:00:00.000Z"
      endAt="2026-12-24T15:00:00.000Z"
      onChange={() => {}}
    />,
  );
  // Ten days without Christmas and New Year's Day.
  expect(await screen.findByText('8 services à créer.')).toBeTruthy();
});

function Editor(): ReactElement {
  const [typed, setTyped] = useState<TypedRecurrence>({ ...noRecurrence, endDate: '2027-02-28' });
  return (
    <RecurrenceEditor
      typed={typed}
      startAt="2027-02-01T07:00:00.000Z"
      endAt="2027-02-01T15:00:00.000Z"
      onChange={setTyped}
    />
  );
}

test('a weekly series begins with the day of its service and takes the chosen days: five of four weeks are twenty services', async () => {
  startAfresh();
  serve(() => [200, { holidays: [] }]);
  const user = showPage(<Editor />);
  await user.click(await screen.findByRole('combobox', { name: 'Répétition' }));
  await user.click(await screen.findByRole('option', { name: 'Récurrence hebdomadaire' }));
  expect(await screen.findByText('4 services à créer.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Lundi' }).checked).toBe(true);
  for (const name of ['Mardi', 'Mercredi', 'Jeudi', 'Vendredi'])
    await user.click(screen.getByRole('checkbox', { name }));
  expect(await screen.findByText('20 services à créer.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Lundi' }));
  expect(await screen.findByText('16 services à créer.')).toBeTruthy();
});

test.each([
  ['daily', 1, 'Tous les jours'],
  ['weekly', 1, 'Toutes les semaines'],
  ['weekly', 2, 'Toutes les 2 semaines'],
  ['monthly', 2, 'Tous les 2 mois'],
] as const)('a %s series every %i says « %s »', async (repeat, frequency, words) => {
  startAfresh();
  serve(() => [200, { holidays: [] }]);
  const typed = { ...noRecurrence, repeat, frequency };
  showPage(<RecurrenceEditor typed={typed} startAt={null} endAt={null} onChange={() => {}} />);
  expect(await screen.findByText(words)).toBeTruthy();
});
