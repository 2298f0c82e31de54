// Papers and contracts by expiry date; a row opens the record where it is renewed.
import { Badge } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { AgentContractExpiration, AgentExpiration } from '#core/agents/expirations.ts';
import { type ExpiryState, expiryStates } from '#core/agents/expiry.ts';
import { AgentItemExpiration } from '#core/agents/items.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { IconUser } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { recordPlace, useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';

const tones: Record<ExpiryState, string> = {
  EXPIRED: 'red',
  SOON: 'orange',
  WATCH: 'yellow',
  NEXT: 'blue',
  VALID: 'green',
};

function State({ value }: { value: unknown }): ReactNode {
  const state = value as ExpiryState;
  return (
    // Yellow text on yellow is illegible.
    <Badge color={tones[state]} {...(state === 'WATCH' ? { c: 'var(--ink)' } : {})} variant="light" tt="none">
      {expiryStates[state]}
    </Badge>
  );
}

const cells: Cells = { state: State };

function ExpirationTable({ of, page, title, description }: ScreenProps & { of: Entity }): ReactElement {
  const agents = useRecordScreens()?.get('agent');
  const navigate = useNavigate();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'agent',
        label: 'Ouvrir la fiche',
        icon: IconUser,
        rights: ['readAgent'],
        when: () => agents !== undefined,
        run: (row: AnyRow) => {
          if (agents) void navigate(recordPlace(agents.item, (row.agent as Reference).id));
        },
      },
    ],
    [agents, navigate],
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
