// The type of an entry, by category, and what its type lets one say more precisely.
import { Select } from '@mantine/core';
import type { ReactElement } from 'react';
import { logCategories } from '#core/logbook/categories.ts';
import { typeOf, writableTypes } from '#core/logbook/types.ts';
import type { InputProps } from '#ui/kinds/inputs.tsx';
import { useRecordPlace } from '#ui/kinds/record.ts';
import { common } from '#ui/kinds/textInputs.tsx';

const groups = Object.entries(logCategories).flatMap(([key, group]) => {
  const items = writableTypes.filter(({ typeKey }) => typeKey === key);
  return items.length === 0 ? [] : [{ group, items: items.map(({ id, label }) => ({ value: String(id), label })) }];
});

export function TypeInput(props: InputProps): ReactElement {
  const { path, value, change } = props;
  return (
    <Select
      {...common(props)}
      data={groups}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => change(path, id === null ? null : Number(id))}
      searchable
      nothingFoundMessage="Aucun type"
      maxDropdownHeight={320}
      openOnFocus={false}
    />
  );
}

export function SubTypeInput(props: InputProps): ReactElement {
  const { path, value, change } = props;
  const type = useRecordPlace()?.values?.().type;
  // One that was written before stays readable.
  const chosen = typeof value === 'string' && value ? value : null;
  return (
    <Select
      {...common(props)}
      data={[...new Set([...(typeOf(Number(type))?.subTypes ?? []), ...(chosen ? [chosen] : [])])]}
      value={chosen}
      onChange={(text) => change(path, text)}
      clearable
      openOnFocus={false}
    />
  );
}
