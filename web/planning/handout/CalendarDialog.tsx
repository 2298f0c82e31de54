// An agent's calendar address, for the agency.
import { Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { useDialogSize } from '#ui/dialog.ts';
import { CalendarFeed } from './CalendarFeed.tsx';

interface Props {
  agent: { id: string; name: string };
  onClose(): void;
}

export default function CalendarDialog({ agent, onClose }: Props): ReactElement {
  const { content: _content, ...size } = useDialogSize();
  return (
    <Modal opened onClose={onClose} title={`Agenda de ${agent.name}`} {...size} size="lg" padding="md">
      <CalendarFeed agent={agent.id} mount="agency" />
    </Modal>
  );
}
