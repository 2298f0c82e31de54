// A sent e-mail as the agency's owner reads it, with its files (L-010 to L-012).
import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { type EmailContent, emailMessages, listEmailAttachments, readEmailContent } from '#core/mail/email.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { FileList } from '#ui/files/FilesField.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import classes from './Emails.module.css';

interface Props {
  /** Id of the mail, or of one of its events. */
  id: string;
  onClose(): void;
}

export default function EmailReader({ id, onClose }: Props): ReactElement {
  const { content, ...size } = useDialogSize();
  const reading = useCall(readEmailContent, { params: { id } });
  return (
    <Modal
      opened
      onClose={onClose}
      title={reading.data?.email.subject ?? 'E-mail'}
      {...size}
      classNames={{ content, header: classes.header ?? '', body: classes.body ?? '' }}
    >
      {reading.data ? (
        <Mail email={reading.data.email} />
      ) : reading.isError && !reading.isFetching ? (
        <Stack align="flex-start" role="alert">
          <Text>{reading.error.message}</Text>
          <Button onClick={() => void reading.refetch()}>Réessayer</Button>
        </Stack>
      ) : (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[60, 45, 80, 70].map((width) => (
            <Skeleton key={width} height={18} width={`${width}%`} />
          ))}
        </Stack>
      )}
    </Modal>
  );
}

function Mail({ email }: { email: EmailContent }): ReactElement {
  const { zone } = useLocale();
  const lines: [string, string][] = [
    ['De', email.from ?? 'Message automatique'],
    ['À', email.to.join(', ')],
    ...(email.cc.length > 0 ? [['Cc', email.cc.join(', ')] as [string, string]] : []),
    ...(email.bcc.length > 0 ? [['Cci', email.bcc.join(', ')] as [string, string]] : []),
    ['Date', formatMoment(email.createdAt, zone)],
    ...(email.author ? [['Par', email.author] as [string, string]] : []),
  ];
  return (
    <>
      <dl className={classes.facts}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label="Message" className={classes.words}>
        {email.message === null ? (
          <Text c="dimmed">{emailMessages.notKept}</Text>
        ) : email.message === '' ? (
          <Text c="dimmed">Ce message n’a pas de texte.</Text>
        ) : (
          <Html value={email.message} />
        )}
      </section>
      <Attachments id={email.id} />
    </>
  );
}

function Attachments({ id }: { id: string }): ReactElement | null {
  const { data, isError, refetch } = useCall(listEmailAttachments, { params: { id } });
  if (isError) {
    return <ReadFailure title="Les pièces jointes n’ont pas pu être lues" onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={32} role="status" aria-label="Chargement des pièces jointes" />;
  if (data.attachments.length === 0) return null;
  return (
    <section aria-label="Pièces jointes">
      <FileList files={data.attachments} />
    </section>
  );
}
