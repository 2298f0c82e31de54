import { ActionIcon, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, type Ref, useState } from 'react';
import { searchDelay } from '#core/kernel/query.ts';
import { IconSearch, IconX } from '../icons.ts';
import classes from './Frame.module.css';

interface SearchBoxProps {
  query: string;
  onSearch(query: string): void;
  ref: Ref<HTMLInputElement>;
}

export function SearchBox({ query, onSearch, ref }: SearchBoxProps): ReactNode {
  // The input is ahead of the URL; the URL wins when it changes by itself (Back, a preset, « Réinitialiser »).
  const [typed, setTyped] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  if (query !== lastQuery) {
    setLastQuery(query);
    setTyped(query);
  }
  const search = useDebouncedCallback((text: string) => {
    setLastQuery(text);
    onSearch(text);
  }, searchDelay);
  const type = (text: string): void => {
    setTyped(text);
    search(text.trim());
  };
  return (
    <TextInput
      ref={ref}
      className={classes.search}
      type="search"
      aria-label="Rechercher"
      placeholder="Rechercher"
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        event.stopPropagation();
        type('');
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <Kbd size="xs" visibleFrom="md" aria-hidden>
            /
          </Kbd>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Effacer la recherche"
            onClick={() => type('')}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}
