// An agent's own planning as PDF and as a calendar feed.
import { Button, Group, Modal } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { lastDayOfMonth } from '#core/kernel/clock.ts';
import { useSession } from '#ui/client/session.ts';
import { useDialogSize } from '#ui/dialog.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { IconCalendarEvent, IconFileText } from '#ui/icons.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { paperOf } from './papers.ts';

/** 2026-11 */
export function OwnHandout({ month }: { month: string }): ReactElement | null {
  const { content: _content, ...size } = useDialogSize();
  const { profile } = useSession();
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState(false);
  if (!profile) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const end = lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5)));
    const { document } = paperOf({ start: `${month}-01`, end, by: 'agents' });
    await saveDocument({ ...document, mount: 'agent' }, `Planning ${profile.fullname} ${month}.pdf`);
    setBusy(false);
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        loading={busy}
        onClick={() => void save()}
      >
        PDF du mois
      </Button>
      <Button
        variant="default"
        leftSection={<IconCalendarEvent size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Agenda
      </Button>
      {opened && (
        <Modal opened onClose={() => setOpened(false)} title="Mon agenda" {...size} size="lg" padding="md">
          <CalendarFeed agent={profile.id} mount="agent" />
        </Modal>
      )}
    </Group>
  );
}
