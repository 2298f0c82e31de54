// The way into the field's application, where the rest cannot be opened: it works without a network and during a maintenance.
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { setFieldMode } from '#field/mode.ts';
import { fieldWaiting } from '#ui/client/field-device.ts';
import { useStore } from '#ui/client/store.ts';

/** Nothing on a device that is not enrolled. */
export function FieldEntrance(): ReactElement | null {
  const enrolled = useStore(fieldWaiting);
  if (enrolled === null) return null;
  return (
    <Button variant="default" onClick={() => setFieldMode(true)}>
      Ouvrir le mode terrain
    </Button>
  );
}
