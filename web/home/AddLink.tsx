import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { IconPlus } from '#ui/icons.ts';
import { recordPlace } from '#ui/shell/records.ts';
import type { MenuItem } from '#ui/shell/screen.ts';

/** Link to add a record, if the session may. */
export function AddLink({ item }: { item: MenuItem }): ReactElement | null {
  if (!item.add || !item.records) return null;
  return (
    <Tooltip label="Ajouter">
      <ActionIcon
        component={Link}
        {...(recordPlace(item) as { to: string })}
        variant="subtle"
        color="gray"
        size="lg"
        mr="xs"
        aria-label={`Ajouter : ${item.label}`}
      >
        <IconPlus size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
