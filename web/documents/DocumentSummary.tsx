// The sheet of a document: its file, whose it is, who sees it, who read it, and its earlier versions.
import { Button, Group } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type Document, documentTargets } from '#core/documents/document.ts';
import type { DocumentExpiry } from '#core/documents/expiry.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { FileLink } from '#ui/files/FileLink.tsx';
import { formatMoment, plural } from '#ui/format.ts';
import { IconDownload, IconEye, IconMail, IconUsers } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { Block, Facts, LineMain, Lines, Linked, Note, Summary } from '../summary/parts.tsx';
import { show, take } from './acts.ts';
import { DocumentBadge } from './DocumentBadge.tsx';
import { mailable } from './mailable.ts';
import { Readers } from './Readers.tsx';

const SendDialog = lazy(() => import('./SendDialog.tsx'));

export default function DocumentSummary({ row }: SummaryProps): ReactElement {
  const document = row as unknown as Row<typeof Document>;
  const session = useSession();
  const { zone } = useLocale();
  const [open, setOpen] = useState<'readers' | 'mail' | null>(null);
  const isAgency = session.scope === 'agency';
  const { agent, customer, file, expiredAt, expiry, versions } = document;
  const mails = mailable(session, [row]);
  return (
    <>
      <Summary wrongs={[]}>
        <Block
          title="Document"
          action={
            <Group gap="xs">
              <Button
                size="compact-sm"
                leftSection={<IconEye size={14} aria-hidden />}
                onClick={() => void show([row], mails ? () => setOpen('mail') : undefined)}
              >
                Ouvrir
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden />}
                onClick={() => void take([row])}
              >
                Télécharger
              </Button>
              {mails && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconMail size={14} aria-hidden />}
                  onClick={() => setOpen('mail')}
                >
                  Envoyer
                </Button>
              )}
            </Group>
          }
        >
          <Facts
            facts={[
              ['Fichier', file.name],
              ['Document de', documentTargets[document.target]],
              [
                'Collaborateur',
                agent && (isAgency ? <Linked {...{ entity: 'agent', id: agent.id }}>{agent.name}</Linked> : agent.name),
              ],
              [
                'Client',
                customer &&
                  (isAgency ? (
                    <Linked {...{ entity: 'customer', id: customer.id }}>{customer.name}</Linked>
                  ) : (
                    customer.name
                  )),
              ],
              ['Dossiers', document.attachedFolders.map(({ name }) => name).join(', ')],
              ['Date', document.date && frenchDay(document.date)],
              [
                'Expire le',
                expiredAt && (
                  <>
                    {frenchDay(expiredAt)} <DocumentBadge state={expiry as DocumentExpiry} />
                  </>
                ),
              ],
              ['Version', document.edition > 1 && String(document.edition)],
              [
                'Ajouté le',
                `${formatMoment(document.createdAt, zone)}${document.author ? `, par ${document.author}` : ''}`,
              ],
            ]}
          />
        </Block>
        {isAgency && (
          <Block
            title="Partage"
            action={
              session.can(['listDocumentReaders']) && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconUsers size={14} aria-hidden />}
                  onClick={() => setOpen('readers')}
                >
                  Consultations ({document.readerCount})
                </Button>
              )
            }
          >
            <Facts
              facts={[
                ['Accès', document.access],
                ['Collaborateurs', document.userCompanies.map(({ name }) => name).join(', ')],
                ['Clients', document.customers.map(({ name }) => name).join(', ')],
                ['Téléchargé', document.downloadCount > 0 && plural(document.downloadCount, 'fois', 'fois')],
              ]}
            />
          </Block>
        )}
        {isAgency && versions.length > 0 && (
          <Block title="Versions précédentes">
            <Lines of={versions} keyOf={({ id }) => id} empty="">
              {(one) => (
                <>
                  <LineMain>{one.file && <FileLink file={one.file} />}</LineMain>
                  <Note>
                    version {one.edition}, remplacée le {one.replacedAt && formatMoment(one.replacedAt, zone)}
                    {one.replacedBy && ` par ${one.replacedBy}`}
                  </Note>
                </>
              )}
            </Lines>
          </Block>
        )}
      </Summary>
      {open === 'readers' && <Readers id={row.id} onClose={() => setOpen(null)} />}
      <Suspense>{open === 'mail' && <SendDialog rows={[row]} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
