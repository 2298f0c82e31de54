import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { RecurrenceEditor } from './RecurrenceEditor.tsx';
import { noRecurrence } from './recurrence.ts';

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
