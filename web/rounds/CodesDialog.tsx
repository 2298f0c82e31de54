// Layout of the sheets of codes, of checkpoints or of stock (2 §2 « PDF QR code export configuration »).
import type { ReactElement } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { integer } from '#core/kernel/field.ts';
import { codeSheet, downloadCheckpointCodes } from '#core/rounds/checkpoint.ts';
import { DownloadDialog } from '#ui/files/DownloadDialog.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import type { Faults } from '#ui/kinds/inputs.tsx';
import type { AnyRow } from '#ui/moves.ts';

const half = { width: 'half', required: true } as const;
const asked = {
  quantity: integer('QR codes de chacun', { ...half, min: 1, max: 100 }),
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

/** What is printed, and its call. */
export interface Coded {
  endpoint: Endpoint;
  /** The member of the input that lists them. */
  list: string;
  file: string;
  one: string;
  many: string;
}

const checkpoints: Coded = {
  endpoint: downloadCheckpointCodes,
  list: 'checkpoints',
  file: 'QR codes des points de contrôle.pdf',
  one: 'point de contrôle',
  many: 'points de contrôle',
};

interface CodesDialogProps {
  of?: Coded;
  points: readonly AnyRow[];
  /** The sheets are created: clear the selection. */
  onDone(): void;
  onClose(): void;
}

function saysOf({ one, many }: Coded, points: readonly AnyRow[], { quantity }: Layout): string {
  const [first] = points;
  const which = points.length === 1 ? String(first?.title ?? '') : plural(points.length, one, many);
  const count = points.length * Number(quantity);
  return Number.isInteger(count) ? `${which} : ${plural(count, 'QR code')}` : which;
}

export default function CodesDialog({ of = checkpoints, points, onDone, onClose }: CodesDialogProps): ReactElement {
  const download = async ({ quantity, byRow, size, margin }: Layout): Promise<boolean> => {
    const input = {
      [of.list]: points.map(({ id }) => ({ id, qrCodesQuantity: quantity })),
      qrCodeCountByRow: byRow,
      size,
      margin,
    };
    const isMade = await saveDocument({ endpoint: of.endpoint, input }, of.file);
    if (isMade) onDone();
    return isMade;
  };
  return (
    <DownloadDialog
      title="Imprimer les QR codes"
      asked={asked}
      first={codeSheet}
      faultsOf={faultsOf}
      says={(layout) => saysOf(of, points, layout)}
      download={download}
      onClose={onClose}
    />
  );
}
