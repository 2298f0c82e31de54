// Both sides of a badge as printed, with download and print.
import { Button, Group, Portal, Skeleton, Stack } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { downloadBadge } from '#core/agents/badge.ts';
import type { Mount } from '#core/kernel/endpoint.ts';
import { actKey } from '#ui/client/call.ts';
import { documentUrl, saveDocument } from '#ui/files/documents.ts';
import { IconPhoto } from '#ui/files/icons.ts';
import { useFileContent } from '#ui/files/useFileUrl.ts';
import { IconDownload, IconPrinter } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './badges.module.css';

interface Props {
  id: string;
  /** Name of its owner. */
  name: string;
  mount: Mount;
  /** Further actions. */
  more?: (drawAgain: () => void) => ReactNode;
}

export function BadgeView({ id, name, mount, more }: Props): ReactElement {
  // A new fragment after the # makes the browser load a renewed badge from the same URL.
  const [drawn, setDrawn] = useState(actKey);
  const [busy, setBusy] = useState<'pdf' | 'png' | null>(null);
  const asked = { endpoint: downloadBadge, params: { id }, mount };
  const { url, problem, retry } = useFileContent({
    url: `${documentUrl({ ...asked, query: { type: 'png' } })}#${drawn}`,
  });
  const save = async (type: 'pdf' | 'png'): Promise<void> => {
    setBusy(type);
    await saveDocument({ ...asked, query: { type } }, `Badge ${name}.${type}`);
    setBusy(null);
  };
  if (problem && !url) {
    return <ReadFailure title="Le badge n'a pas pu être affiché" message={problem.message} onRetry={retry} />;
  }
  return (
    <Stack>
      {url ? (
        <>
          <img className={classes.card} src={url} alt={`Badge de ${name}, recto et verso`} />
          {/* For printing only, outside any frame or dialog. */}
          <Portal reuseTargetNode={false}>
            <img className={classes.sheet} src={url} alt="" />
          </Portal>
        </>
      ) : (
        <Skeleton className={classes.bone ?? ''} aria-busy role="status" aria-label="Chargement" />
      )}
      <Group gap="xs">
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={busy === 'pdf'}
          disabled={!url}
          onClick={() => void save('pdf')}
        >
          Télécharger le PDF
        </Button>
        <Button
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden />}
          loading={busy === 'png'}
          disabled={!url}
          onClick={() => void save('png')}
        >
          Télécharger l'image
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={!url}
          onClick={() => window.print()}
        >
          Imprimer
        </Button>
        {more?.(() => setDrawn(actKey()))}
      </Group>
    </Stack>
  );
}
