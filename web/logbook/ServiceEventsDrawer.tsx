// « Événements » of a service, to the right of the list of services (B-069): the list stays in place beside it.
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, useRef } from 'react';
import type { AnyRow } from '#ui/moves.ts';
import { ServiceTimeline } from './LogTimeline.tsx';

interface Props {
  row: AnyRow;
  page: string;
  onClose(): void;
}

export default function ServiceEventsDrawer({ row, page, onClose }: Props): ReactElement {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const mayLeave = useRef(async () => true);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 600}
      title="Événements du service"
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      <ServiceTimeline row={row} page={page} mayLeave={mayLeave} onClose={onClose} />
    </Drawer>
  );
}
