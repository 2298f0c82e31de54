// What earlier months still have to bill, each a click away.
import { Alert, Anchor } from '@mantine/core';
import { Fragment, type ReactElement } from 'react';
import { monthText } from '#core/planning/days.ts';
import { plural } from '#ui/format.ts';

interface Month {
  month: string;
  services: number;
  flats: number;
}

const countOf = ({ services, flats }: Month): string =>
  [services > 0 ? plural(services, 'service') : '', flats > 0 ? plural(flats, 'forfait') : '']
    .filter(Boolean)
    .join(', ');

export function Earlier({
  months,
  onMonth,
}: {
  months: readonly Month[];
  onMonth: (month: string) => void;
}): ReactElement | null {
  if (months.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" p="sm" role="status">
      {'Reste à facturer avant cette période : '}
      {months.map((one, index) => (
        <Fragment key={one.month}>
          {index > 0 && ' · '}
          <Anchor component="button" type="button" size="sm" onClick={() => onMonth(one.month)}>
            {monthText(one.month)}
          </Anchor>
          {` (${countOf(one)})`}
        </Fragment>
      ))}
    </Alert>
  );
}
