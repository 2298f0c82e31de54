// Finds selected rows by text and removes them one by one (D-022).
import { CloseButton, Popover, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import { plural } from '../format.ts';
import { IconSearch } from '../icons.ts';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import { plain } from '../plain.ts';
import classes from './Bulk.module.css';
import type { Column } from './columns.ts';
import { titleOf } from './Row.tsx';

interface SelectionSearchProps {
  of: Entity;
  rows: readonly AnyRow[];
  columns: readonly Column[];
  onDrop(row: AnyRow): void;
}

const mostShown = 50;

function matches(of: Entity, row: AnyRow, columns: readonly Column[], locale: Locale, words: string[]): boolean {
  const text = plain(
    [titleOf(of, row), ...columns.map(({ path, field }) => textOf(field, valueAt(row, path), locale))].join(' '),
  );
  return words.every((word) => text.includes(word));
}

export function SelectionSearch({ of, rows, columns, onDrop }: SelectionSearchProps): ReactNode {
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = opened ? rows.filter((row) => matches(of, row, columns, locale, words)) : [];
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      width={320}
      withRoles={false}
      // Beside the input in the DOM, so that Tab reaches the list.
      withinPortal={false}
    >
      <Popover.Target>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Trouver dans la sélection"
          placeholder="Dans la sélection"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onFocus={() => setOpened(true)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setOpened(true);
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p="xs" role="group" aria-label="Lignes trouvées dans la sélection">
        <Text size="xs" c="dimmed" aria-live="polite">
          {found.length === 0 ? 'Aucune ligne sélectionnée ne répond' : plural(found.length, 'ligne')}
        </Text>
        <ul className={classes.found}>
          {found.slice(0, mostShown).map((row) => (
            <li key={row.id}>
              <span>{titleOf(of, row)}</span>
              <CloseButton
                size="sm"
                aria-label={`Retirer ${titleOf(of, row)} de la sélection`}
                onClick={() => onDrop(row)}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
