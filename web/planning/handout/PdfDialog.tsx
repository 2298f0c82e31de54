// Options of the planning as PDF: layout, paper size, with or without unpublished services.
import { Button, Checkbox, Group, Modal, Radio, Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type HandoutLayout, handoutLayouts, type PaperSize, paperSizes } from '#core/planning/handout-calls.ts';
import { useSession } from '#ui/client/session.ts';
import { saveDocument } from '#ui/files/documents.ts';
import type { Rows } from '../chips.ts';
import type { Period } from '../periods.ts';
import { paperOf } from './papers.ts';

interface Props {
  period: Period;
  by: Rows;
  onClose(): void;
}

export default function PdfDialog({ period, by, onClose }: Props): ReactElement {
  const whole = useSession().scope === 'agency';
  const [layout, setLayout] = useState<HandoutLayout>('pages');
  const [paper, setPaper] = useState<PaperSize>('A4');
  const [drafts, setDrafts] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const { document, name } = paperOf({ ...period, by, layout, paper, drafts });
    const isSaved = await saveDocument(document, `${name}.pdf`);
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Planning en PDF">
      <Stack>
        <Radio.Group label="Présentation" value={layout} onChange={(value) => setLayout(value as HandoutLayout)}>
          <Group mt="xs">
            {(Object.keys(handoutLayouts) as HandoutLayout[]).map((one) => (
              <Radio key={one} value={one} label={handoutLayouts[one]} data-autofocus={one === 'pages' || undefined} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group label="Papier" value={paper} onChange={(value) => setPaper(value as PaperSize)}>
          <Group mt="xs">
            {paperSizes.map((one) => (
              <Radio key={one} value={one} label={one} />
            ))}
          </Group>
        </Radio.Group>
        {whole && (
          <Checkbox
            label="Avec les services qui ne sont pas publiés"
            description="Le document porte alors la mention « Provisoire »."
            checked={drafts}
            onChange={(event) => setDrafts(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            Télécharger
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
