// « Suivi des e-mails »: delivery events of each mail; the agency's owner can read the mail and download its files.
import { Badge } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { EmailEvent, listEmailAttachments } from '#core/mail/email.ts';
import { type EmailEventName, emailEvents } from '#core/mail/events.ts';
import { call } from '#ui/client/call.ts';
import { downloadAll } from '#ui/files/upload.ts';
import { IconDownload, IconEye } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyInfo, notifyProblem } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import classes from './Emails.module.css';

const EmailReader = lazy(() => import('./EmailReader.tsx'));

/** Decision 11: the screen sorts by date, newest first. */
const byDate = { ...EmailEvent, order: { by: 'date', ascending: false } } as const;

async function downloadAttachments({ id }: AnyRow): Promise<void> {
  try {
    const { attachments } = await call(listEmailAttachments, { params: { id } });
    if (attachments.length === 0) notifyInfo('Cet e-mail n’a pas de pièce jointe');
    else await downloadAll(attachments, 'pieces-jointes');
  } catch (error) {
    notifyProblem(error);
  }
}

const colours: Record<EmailEventName, string> = {
  request: 'gray',
  sent: 'blue',
  delivered: 'green',
  opened: 'green',
  unique_opened: 'green',
  click: 'green',
  deferred: 'yellow',
  soft_bounce: 'yellow',
  hard_bounce: 'red',
  blocked: 'red',
  spam: 'red',
  invalid: 'red',
};

const cells: Cells = {
  event: ({ value }) => (
    <Badge color={colours[value as EmailEventName]} variant="light" className={classes.badge ?? ''}>
      {emailEvents[value as EmailEventName]}
    </Badge>
  ),
};

const read = (id: string, close: () => void): ReactElement => (
  <Suspense>
    <EmailReader key={id} id={id} onClose={close} />
  </Suspense>
);
const reader = { rights: ['readEmail'] as const, show: read };

export default function EmailTracking({ page, title, description }: ScreenProps): ReactElement {
  const [viewed, setViewed] = useState<string | null>(null);
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'view',
        label: 'Voir l’e-mail',
        icon: IconEye,
        rights: ['readEmail'],
        run: ({ id }) => setViewed(id),
      },
      {
        key: 'download',
        label: 'Télécharger les pièces jointes',
        icon: IconDownload,
        rights: ['downloadEmailAttachment'],
        run: (row) => void downloadAttachments(row),
      },
    ],
    [],
  );
  return (
    <>
      <EntityTable
        of={byDate}
        page={page}
        title={title}
        description={description}
        add={false}
        rowActions={rowActions}
        cells={cells}
        reader={reader}
      />
      {viewed !== null && read(viewed, () => setViewed(null))}
    </>
  );
}
