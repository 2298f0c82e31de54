// Layout of the sheets of codes, of checkpoints or of stock (2 §2 « PDF QR code export configuration »).
import { Switch } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { integer } from '#core/kernel/field.ts';
import { codeSheet, downloadCheckpointCodes } from '#core/rounds/checkpoint.ts';
import fieldClasses from '#ui/fields/fields.module.css';
import { DownloadDialog } from '#ui/files/DownloadDialog.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import type { AnyRow } from '#ui/moves.ts';

const half = { width: 'half', required: true } as const;
const copies = { ...half, min: 1, max: 100 };
const asked = {
  quantity: integer('QR codes de chacun', copies),
  byRow: integer('QR codes par ligne', { ...half, min: 1, max: 8 }),
  size: integer('Taille', {
    ...half,
    min: 1,
    max: 20,
    help: 'Côté d’un carré du code, en pixels (1/96 de pouce), de 1 à 20. 5 : environ 3 cm.',
  }),
  margin: integer('Marge', { ...half, min: 0, max: 10, help: 'Blanc autour du code, en carrés.' }),
};
type Layout = Record<keyof typeof asked, unknown>;

const faultsIn = (name: string, value: unknown, { min, max }: { min?: number; max?: number }): [string, string][] =>
  Number.isInteger(value) && Number(value) >= (min ?? 0) && Number(value) <= (max ?? 0)
    ? []
    : [[name, `Un nombre de ${min} à ${max}`]];

const faultsOf = (layout: Layout): Faults =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, field]) => faultsIn(name, layout[name as keyof Layout], field)),
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

const titleOf = (row: AnyRow | undefined): string => String(row?.title ?? '');

function saysOf({ one, many }: Coded, points: readonly AnyRow[], quantities: readonly unknown[]): string {
  const which = points.length === 1 ? titleOf(points[0]) : plural(points.length, one, many);
  const count = quantities.reduce<number>((sum, quantity) => sum + Number(quantity), 0);
  return Number.isInteger(count) ? `${which} : ${plural(count, 'QR code')}` : which;
}

export default function CodesDialog({ of = checkpoints, points, onDone, onClose }: CodesDialogProps): ReactElement {
  /** Those that differ from the one for all; null: nobody asked for them. */
  const [own, setOwn] = useState<Readonly<Record<string, unknown>> | null>(null);
  const quantityOf = (id: string, { quantity }: Layout): unknown => (own && id in own ? own[id] : quantity);
  const ownFaults = Object.fromEntries(Object.entries(own ?? {}).flatMap(([id, value]) => faultsIn(id, value, copies)));
  const download = async (layout: Layout): Promise<boolean> => {
    const { byRow, size, margin } = layout;
    const input = {
      [of.list]: points.map(({ id }) => ({ id, qrCodesQuantity: quantityOf(id, layout) })),
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
      faultsOf={(layout) => ({ ...faultsOf(layout), ...ownFaults })}
      says={(layout) =>
        saysOf(
          of,
          points,
          points.map(({ id }) => quantityOf(id, layout)),
        )
      }
      more={(layout) =>
        points.length > 1 ? (
          <>
            <Switch
              label={`Un nombre propre à chaque ${of.one}`}
              checked={own !== null}
              onChange={({ currentTarget }) => setOwn(currentTarget.checked ? {} : null)}
            />
            {own ? (
              <div className={fieldClasses.grid}>
                {points.map((point) => (
                  <div key={point.id} data-width="half">
                    <FieldInput
                      field={integer(titleOf(point), copies)}
                      path={point.id}
                      value={quantityOf(point.id, layout)}
                      faults={ownFaults}
                      change={(id, value) => setOwn((before) => ({ ...before, [id]: value }))}
                      leave={() => undefined}
                    />
                  </div>
                ))}
              </div>
            ) : null}
          </>
        ) : null
      }
      download={download}
      onClose={onClose}
    />
  );
}
