// « Diffuser »: the planning shown, as PDF, spreadsheet or e-mail.
import { Button, Menu } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Service } from '#core/planning/service.ts';
import { useSession } from '#ui/client/session.ts';
import { IconDownload, IconFileImport, IconFileText, IconMail, IconPrinter, IconSend } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import type { Rows } from '../chips.ts';
import type { Planning } from '../model.ts';
import type { Period } from '../periods.ts';
import { printPlanning } from './papers.ts';
import { gridSheet, listSheet, saveSheet } from './sheets.ts';

const ImportDialog = lazy(() => import('#web/imports/ImportDialog.tsx'));
const MailDialog = lazy(() => import('./MailDialog.tsx'));
const PdfDialog = lazy(() => import('./PdfDialog.tsx'));

interface Props {
  period: Period;
  by: Rows;
  /** The planning when it is asked for. Null: not loaded yet, no spreadsheet. */
  planning: (() => Planning) | null;
}

const icon = { size: 16, 'aria-hidden': true } as const;

export function HandoutMenu({ period, by, planning }: Props): ReactElement {
  const session = useSession();
  const locale = useLocale();
  const [opened, setOpened] = useState<'pdf' | 'mail' | 'import' | null>(null);
  const close = (): void => setOpened(null);
  const title = by === 'agents' ? 'Planning collaborateurs' : 'Planning sites';
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" h="2.1rem" leftSection={<IconSend {...icon} />}>
            Diffuser
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPrinter {...icon} />}
            onClick={() => void printPlanning({ ...period, by, paper: 'A3' })}
          >
            Imprimer le tableau
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText {...icon} />} onClick={() => setOpened('pdf')}>
            PDF…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload {...icon} />}
            disabled={!planning}
            onClick={() => planning && void saveSheet(title, gridSheet(planning(), by), locale)}
          >
            Tableur : {by === 'agents' && session.scope === 'agency' ? 'collaborateurs' : 'sites'} par jour
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload {...icon} />}
            disabled={!planning}
            onClick={() => planning && void saveSheet('Services', listSheet(planning()), locale)}
          >
            Tableur : liste des services
          </Menu.Item>
          {session.scope === 'agency' && session.can(['editService']) && (
            <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => setOpened('mail')}>
              Envoyer par e-mail…
            </Menu.Item>
          )}
          {session.scope === 'agency' && may(session, Service, 'create') && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconFileImport {...icon} />} onClick={() => setOpened('import')}>
                Importer des services…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{opened === 'import' && <ImportDialog of={Service} period={period} onClose={close} />}</Suspense>
      <Suspense>{opened === 'mail' && <MailDialog period={period} by={by} onClose={close} />}</Suspense>
      <Suspense>{opened === 'pdf' && <PdfDialog period={period} by={by} onClose={close} />}</Suspense>
    </>
  );
}
