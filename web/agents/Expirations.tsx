// Papers and contracts by expiry date; a row opens the record where it is renewed.
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { AgentContractExpiration, AgentExpiration } from '#core/agents/expirations.ts';
import type { ExpiryState } from '#core/agents/expiry.ts';
import { AgentItemExpiration } from '#core/agents/items.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { IconUser } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { ExpiryBadge } from './ExpiryBadge.tsx';

const State = ({ value }: { value: unknown }): ReactNode => <ExpiryBadge state={value as ExpiryState} />;

const cells: Cells = { state: State };

function ExpirationTable({ of, page, title, description }: ScreenProps & { of: Entity }): ReactElement {
  const agents = useRecordScreens()?.get('agent');
  const openSheet = useOpenSheet();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'agent',
        label: 'Ouvrir la fiche',
        icon: IconUser,
        rights: ['readAgent'],
        when: () => agents !== undefined,
        run: (row: AnyRow) => {
          if (agents) openSheet({ entity: 'agent', id: (row.agent as Reference).id });
        },
      },
    ],
    [agents, openSheet],
  );
  return (
    <EntityTable
      of={of}
      page={page}
      title={title}
      description={description}
      add={false}
      rowActions={rowActions}
      onOpen={rowActions[0]?.run}
      cells={cells}
    />
  );
}

export const PaperExpirations = (props: ScreenProps): ReactElement => (
  <ExpirationTable {...props} of={AgentExpiration} />
);
export const ContractExpirations = (props: ScreenProps): ReactElement => (
  <ExpirationTable {...props} of={AgentContractExpiration} />
);
export const ItemExpirations = (props: ScreenProps): ReactElement => (
  <ExpirationTable {...props} of={AgentItemExpiration} />
);
