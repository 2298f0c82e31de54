// Layout of the sheets of checkpoint codes (2 §2 « PDF QR code export configuration »).
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { integer } from '#core/kernel/field.ts';
import { codeSheet, downloadCheckpointCodes } from '#core/rounds/checkpoint.ts';
import { useAct } from '#ui/client/act.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import fieldClasses from '#ui/fields/fields.module.css';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.ts';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import type { AnyRow } from '#ui/moves.ts';

const half = { width: 'half', required: true } as const;
const asked = {
  quantity: integer('QR codes par point', { ...half, min: 1, max: 100 }),
  byRow: integer('QR codes par ligne', { ...half, min: 1, max: 8 }),
  size: integer('Taille', { ...half, min: 1, max: 20, help: 'Côté d’un carré du code, de 1 à 20. 5 : environ 3 cm.' }),
  margin: integer('Marge', { ...half, min: 0, max: 10, help: 'Blanc autour du code, en carrés.' }),
};
type Layout = Record<keyof typeof asked, unknown>;

const faultsOf = (layout: Layout): Faults =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, { min = 0, max = 0 }]): [string, string][] => {
      const value = layout[name as keyof Layout];
      return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
        ? []
        : [[name, `Un nombre de ${min} à ${max}`]];
    }),
  );

interface CodesDialogProps {
  points: readonly AnyRow[];
  /** The sheets are created: clear the selection. */
  onDone(): void;
  onClose(): void;
}

export default function CodesDialog({ points, onDone, onClose }: CodesDialogProps): ReactElement {
  const [layout, setLayout] = useState<Layout>(codeSheet);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = faultsOf(layout);
  const fullScreen = useMaximised();
  const act = useAct(async () => {
    const { quantity, byRow, size, margin } = layout;
    const input = {
      checkpoints: points.map(({ id }) => ({ id, qrCodesQuantity: quantity })),
      qrCodeCountByRow: byRow,
      size,
      margin,
    };
    if (!(await saveDocument({ endpoint: downloadCheckpointCodes, input }, 'QR codes des points de contrôle.pdf')))
      return;
    onDone();
    onClose();
  });
  const count = points.length * Number(layout.quantity);
  return (
    <DialogAbove opened onClose={onClose} title="Imprimer les QR codes" fullScreen={fullScreen} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLeft(new Set(Object.keys(asked)));
          if (Object.keys(faults).length === 0) act.run();
        }}
      >
        <Stack>
          <Text size="sm">
            {points.length === 1
              ? String(points[0]?.title ?? '')
              : plural(points.length, 'point de contrôle', 'points de contrôle')}
            {Number.isInteger(count) && ` : ${plural(count, 'QR code')}`}
          </Text>
          <div className={fieldClasses.grid}>
            {Object.entries(asked).map(([name, field]) => (
              <div key={name} data-width={field.width}>
                <FieldInput
                  field={field}
                  path={name}
                  value={layout[name as keyof Layout]}
                  faults={left.has(name) ? faults : {}}
                  change={(path, value) => setLayout((before) => ({ ...before, [path]: value }))}
                  leave={(path) => setLeft((before) => new Set([...before, path]))}
                />
              </div>
            ))}
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={act.busy} leftSection={<IconDownload size={16} aria-hidden />}>
              Télécharger le PDF
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}
