// « Heures à valider » (decision 97): hours without an end lead to the log of their service, where it is said.
import { type ReactElement, useMemo } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { ServiceTime } from '#core/planning/service-time.ts';
import { IconCalendarEvent } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { lifecyclePart } from '../planning/lifecycle/part.ts';
import { settleTogether } from './settling.ts';

const serviceOf = ({ service }: AnyRow): string => (service as { id: string }).id;

function State({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const hasNoEnd = row.startedAt !== null && row.endedAt === null;
  if (!hasNoEnd) return <>{String(value ?? '')}</>;
  return (
    <span title={String(value ?? '')}>
      <RecordLink entity="service" id={serviceOf(row)} tab={lifecyclePart.key}>
        Dire la fin
      </RecordLink>
    </span>
  );
}

const cells: Cells = { state: State };
const extras = {
  beforeMove: settleTogether,
  /** « Aline Petit · Hôtel Miramarine, lun. 16/11/2026 19:00–07:00 » */
  title: ({ agentName, site, planned }: AnyRow): string =>
    `${agentName} · ${[(site as Reference | null)?.name, planned].filter(Boolean).join(', ')}`,
};
/** On a phone: both hours and their difference, which a decision needs. */
const card = {
  title: 'agentName',
  second: ['site', 'planned', 'lived', 'difference', 'state'],
  labels: { planned: 'prévu', lived: 'réel' },
  whole: true,
} as const;

export default function ServiceTimes({ page, title, description }: ScreenProps): ReactElement {
  const open = useOpenSheet();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'service',
        label: 'Ouvrir le service',
        icon: IconCalendarEvent,
        rights: ['listServices'],
        run: (row) => open({ entity: 'service', id: serviceOf(row) }),
      },
    ],
    [open],
  );
  return (
    <EntityTable
      of={ServiceTime}
      page={page}
      title={title}
      description={description}
      cells={cells}
      extras={extras}
      card={card}
      rowActions={rowActions}
    />
  );
}
