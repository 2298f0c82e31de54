// Dialog with the keyboard shortcuts of the grid.
import { ActionIcon, Popover, Table, Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { IconKeyboard } from '#ui/icons.ts';
import { gridKeys } from './keyHelp.ts';

const label = 'Raccourcis clavier du planning';

export function KeyHelp({ className }: { className?: string | undefined }): ReactElement {
  return (
    <Popover withinPortal shadow="md" withArrow trapFocus position="bottom-end">
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} className={className ?? ''}>
            <IconKeyboard size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs" maw="24rem">
        <Table fz="sm" verticalSpacing={4}>
          <Table.Tbody>
            {gridKeys.map(({ keys, does }) => (
              <Table.Tr key={keys}>
                <Table.Th fw={600} style={{ whiteSpace: 'nowrap' }} scope="row">
                  {keys}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}
