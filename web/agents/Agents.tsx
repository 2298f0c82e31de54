// Table of agents: anomalies, hiring, rights and sign-out.

import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { readPricing, refusedSheet } from '#core/agents/quota.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconMail } from '#ui/icons.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { BulkAction } from '#ui/Table/RowMenu.tsx';
import { ImportTool } from '#web/imports/ImportTool.tsx';
import { useAgentExtras } from './agentExtras.ts';
import { agentCells } from './cells.tsx';
import { explainQuota } from './explainQuota.ts';
import { askToInviteAgents } from './inviting.ts';
import { useAgentActs } from './useAgentActs.tsx';

const tools = <ImportTool of={Agent} />;

/** On a phone one looks for what is wrong, and calls. */
const card = { title: 'fullname', second: ['anomalies', 'phone', 'position'] } as const;

export default function Agents({ page, title, description, add }: ScreenProps): ReactElement {
  const { actions, dialogs } = useAgentActs();
  const navigate = useNavigate();
  const { can } = useSession();
  const { data } = useCall(readPricing);
  const refused = data ? refusedSheet(data.pricing) : null;
  const extras = useAgentExtras();
  const bulkActions = useMemo(
    (): BulkAction[] => [
      {
        key: 'invite',
        label: 'Inviter à ouvrir leur compte',
        icon: IconMail,
        rights: ['editAgentRight'],
        run: (rows, done) =>
          void askToInviteAgents(rows, () => {
            done();
            void invalidateEntity(Agent);
          }),
      },
    ],
    [],
  );
  return (
    <>
      <EntityTable
        of={Agent}
        page={page}
        title={title}
        description={description}
        // F-031: the button stays visible and explains the quota.
        add={
          add && data && refused !== null
            ? () =>
                void explainQuota(refused, data.pricing, {
                  toContacts: () => void navigate({ to: '/about' as never }),
                  toSubscription: can(['readSubscription'])
                    ? () => void navigate({ to: '/agencySubscription' as never })
                    : undefined,
                })
            : add
        }
        rowActions={actions}
        bulkActions={bulkActions}
        cells={agentCells}
        card={card}
        extras={extras}
        tools={tools}
      />
      {dialogs}
    </>
  );
}
