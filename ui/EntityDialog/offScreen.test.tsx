import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Field } from '#core/kernel/field.ts';
import { lines, ref } from '#core/kernel/field.ts';
import { FieldInput } from '../kinds/inputs.tsx';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { ReadField } from './Sheet.tsx';

afterEach(closeScreen);

const barred = lines('Interdits', {
  agent: ref('Collaborateur', 'agent', { required: true }),
  site: ref('Site', 'site', { written: 'server', offScreen: true }),
}) as Field;
const line = { id: '1', agent: { id: 'a', name: 'Zoé' }, site: { id: 's', name: 'Port' } };

test('a member for callers of the API alone is in no sheet, and lines with one reference to choose are one select', async () => {
  openScreen(
    <>
      <ReadField field={barred} path="barred" value={[line]} />
      <FieldInput
        field={barred}
        path="barred"
        value={[line]}
        faults={{}}
        change={() => undefined}
        leave={() => undefined}
      />
    </>,
  );
  expect(await screen.findByRole('combobox', { name: 'Interdits' })).toBeTruthy();
  expect(screen.getAllByText('Zoé').length).toBeGreaterThan(0);
  expect(screen.queryByText('Port')).toBeNull();
});
