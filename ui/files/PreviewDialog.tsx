// Preview of files without leaving the page.
import { ActionIcon, Alert, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { fileMessages, isImage, isShownByBrowsers } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { useDialogSize } from '../dialog.ts';
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink, IconMail } from '../icons.ts';
import { notifyProblem } from '../notify.ts';
import { aboveRecords, ownKeys } from './above.ts';
import classes from './PreviewDialog.module.css';
import type { Previewed } from './preview.ts';
import { formatSize } from './size.ts';
import { TextContent } from './TextContent.tsx';
import { download, openInTab } from './upload.ts';
import { useFileContent } from './useFileUrl.ts';

const PdfPages = lazy(() => import('./PdfPages.tsx'));

export default function PreviewDialog({ files, at: first, mail, onClose }: Previewed & { onClose(): void }): ReactNode {
  const { content, ...size } = useDialogSize();
  const [at, setAt] = useState(first);
  const file = files[at];
  const several = files.length > 1;
  const go = (step: number): void => setAt((before) => Math.min(Math.max(before + step, 0), files.length - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  if (!file) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      onKeyDown={onKeyDown}
      {...size}
      zIndex={aboveRecords}
      classNames={{ content, header: classes.header, title: classes.title, body: classes.body }}
      closeButtonProps={{ 'aria-label': 'Fermer', ...ownKeys }}
      title={
        <span className={classes.heading}>
          <span className={classes.name} title={file.name}>
            {file.name}
          </span>
          <span className={classes.size}>{formatSize(file.size)}</span>
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: takes the first focus, for the keys that scroll and change files */}
      <section className={classes.stage} aria-label="Contenu du fichier" tabIndex={0} data-autofocus {...ownKeys}>
        <Content key={file.id} file={file} />
      </section>
      <Group className={classes.footer} justify="space-between" wrap="nowrap">
        {several ? (
          <Group gap="xs" wrap="nowrap">
            {step('Fichier précédent', IconChevronLeft, at === 0, () => go(-1))}
            <Text size="sm" aria-live="polite" className={classes.place}>
              {at + 1} / {files.length}
            </Text>
            {step('Fichier suivant', IconChevronRight, at === files.length - 1, () => go(1))}
          </Group>
        ) : (
          <span />
        )}
        <Group gap="xs" wrap="nowrap">
          {isShownByBrowsers(file.mimeType) &&
            step(
              'Ouvrir dans un nouvel onglet',
              IconExternalLink,
              false,
              () => void openInTab(file).catch(notifyProblem),
            )}
          {mail && (
            <Button
              variant="default"
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => {
                onClose();
                mail();
              }}
              {...ownKeys}
            >
              Envoyer
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(file).catch(notifyProblem)}
            {...ownKeys}
          >
            Télécharger
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

/** At the last file the button stays focusable: without focus, keys would go to the dialog below. */
const step = (label: string, Icon: typeof IconDownload, ended: boolean, run: () => void): ReactNode => (
  <ActionIcon
    variant="default"
    size="lg"
    aria-label={label}
    title={label}
    aria-disabled={ended}
    data-disabled={ended}
    onClick={run}
    {...ownKeys}
  >
    <Icon size={18} aria-hidden />
  </ActionIcon>
);

const isText = (mimeType: string): boolean => mimeType.startsWith('text/');
const isShown = ({ mimeType }: StoredFile): boolean =>
  isImage(mimeType) || isText(mimeType) || mimeType === 'application/pdf';

function Content({ file }: { file: StoredFile }): ReactNode {
  const { url, content, problem, retry } = useFileContent(isShown(file) ? file : null);
  const [broken, setBroken] = useState(false);
  if (!isShown(file) || broken) return <Nothing />;
  if (problem) {
    return (
      <Alert color="red" title={fileMessages.cannotOpen} role="alert" m="md" className={classes.message}>
        {problem.message !== fileMessages.cannotOpen && <Text size="sm">{problem.message}</Text>}
        <Button mt="sm" variant="default" onClick={retry} {...ownKeys}>
          Réessayer
        </Button>
      </Alert>
    );
  }
  if (!content || !url) return <Waiting />;
  if (isImage(file.mimeType)) {
    return <img className={classes.image} src={url} alt={file.name} onError={() => setBroken(true)} />;
  }
  if (isText(file.mimeType)) return <TextContent content={content} />;
  return (
    <Suspense fallback={<Waiting />}>
      <PdfPages content={content} onBroken={() => setBroken(true)} />
    </Suspense>
  );
}

const Waiting = (): ReactNode => (
  <div className={classes.message} aria-busy>
    <Loader role="status" aria-label="Chargement du fichier" />
  </div>
);

const Nothing = (): ReactNode => (
  <div className={classes.message}>
    <Text>{fileMessages.noPreview}</Text>
    <Text size="sm" c="dimmed">
      Téléchargez-le pour l'ouvrir sur votre appareil.
    </Text>
  </div>
);
