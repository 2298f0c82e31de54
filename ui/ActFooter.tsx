import { Button, Group } from '@mantine/core';
import type { ReactElement } from 'react';

interface ActFooterProps {
  act: { busy: boolean; run(): unknown };
  label: string;
  disabled?: boolean;
  onLeave(): void;
  leave?: string;
}

/** The foot of a dialog with one act. */
export const ActFooter = ({
  act,
  label,
  disabled = false,
  onLeave,
  leave = 'Annuler',
}: ActFooterProps): ReactElement => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onLeave}>
      {leave}
    </Button>
    <Button loading={act.busy} disabled={disabled} onClick={() => act.run()}>
      {label}
    </Button>
  </Group>
);
