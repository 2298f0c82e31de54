// Sets of rights to start from: the agency's own, then the default ones.
import { Button, Menu, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Right } from '#core/rights.ts';
import { plural } from '#ui/format.ts';
import { IconChevronDown } from '#ui/icons.ts';
import type { KnownSet, Sets } from './sets.ts';

interface Props {
  label: string;
  sets: Sets;
  /** Id of the set being edited, which is left out. */
  except?: string | undefined;
  onPick(rights: readonly Right[]): void;
}

export function SetMenu({ label, sets: { known, failure, retry }, except, onPick }: Props): ReactElement {
  const own = known.filter((set) => set.own && set.key !== except);
  const item = ({ key, label: name, rights }: KnownSet): ReactElement => (
    <Menu.Item
      key={key}
      onClick={() => onPick(rights)}
      rightSection={
        <Text size="xs" c="dimmed" component="span">
          {plural(rights.length, 'droit')}
        </Text>
      }
    >
      {name}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" shadow="md" width={280} withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {failure === null ? null : (
          <>
            <Menu.Label>Les jeux de l’agence n’ont pas pu être chargés.</Menu.Label>
            <Menu.Item onClick={retry} closeMenuOnClick={false}>
              Réessayer
            </Menu.Item>
          </>
        )}
        {own.length > 0 ? <Menu.Label>Jeux de l’agence</Menu.Label> : null}
        {own.map(item)}
        <Menu.Label>Jeux fournis</Menu.Label>
        {known.filter((set) => !set.own).map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
