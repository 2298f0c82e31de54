// Commercial contracts, their due dates, and their block on the sheets of customers and sites.
import { lazy, type ReactElement, type ReactNode, useMemo } from 'react';
import type { ExpiryState } from '#core/agents/expiry.ts';
import { CommercialContract, CommercialExpiration } from '#core/commercial/contract.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { IconFileText } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { ExpiryBadge } from '../agents/ExpiryBadge.tsx';
import { useLinked } from '../summary/linked.ts';
import { AddLinked, Answer, Block, LineMain, Lines, Linked, Note } from '../summary/parts.tsx';

const extras: DialogExtras = { summary: lazy(() => import('./ContractSummary.tsx')) };
const card = { title: 'title', second: ['customer', 'endDate', 'noticeUntil'], whole: true } as const;
const dueCard = { title: 'title', second: ['state', 'customer', 'kind', 'date'], whole: true } as const;

export const Contracts = (props: ScreenProps): ReactElement => (
  <EntityTable of={CommercialContract} {...props} extras={extras} card={card} />
);

export const ContractSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={CommercialContract} extras={extras} {...props} />
);

const State = ({ value }: { value: unknown }): ReactNode => <ExpiryBadge state={value as ExpiryState} />;
const cells: Cells = { state: State };

/** A row opens the contract. */
export function ContractExpirations({ page, title, description }: ScreenProps): ReactElement {
  const openSheet = useOpenSheet();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        ...{ key: 'contract', label: 'Ouvrir le contrat', icon: IconFileText, rights: ['listCustomerContracts'] },
        run: (row: AnyRow) => openSheet({ entity: CommercialContract.name, id: String(row.contract) }),
      },
    ],
    [openSheet],
  );
  return (
    <EntityTable
      of={CommercialExpiration}
      page={page}
      title={title}
      description={description}
      add={false}
      rowActions={rowActions}
      onOpen={rowActions[0]?.run}
      cells={cells}
      card={dueCard}
    />
  );
}

interface Named {
  id: string;
  name: string;
}

/** Those of a customer, or those that name one of his sites. */
export function ContractsBlock({ customer, site }: { customer: Named; site?: Named }): ReactNode {
  const isStaff = useSession().scope === 'agency';
  const contracts = useLinked(
    CommercialContract,
    {
      filters: site ? { sites: [site.id], isSites: 1 } : { customer: [customer.id], isCustomer: 1 },
      ...{ orderBy: 'startDate', ascending: false, page: 1, limit: 20 },
    },
    isStaff,
  );
  if (!contracts || !isStaff) return null;
  return (
    <Block
      title="Contrats commerciaux"
      action={
        <AddLinked entity={CommercialContract.name} initial={{ customer, ...(site ? { sites: [site] } : {}) }}>
          Ajouter
        </AddLinked>
      }
    >
      <Answer of={contracts}>
        {({ rows }) => (
          <Lines
            of={rows}
            keyOf={({ id }) => id}
            empty={site ? 'Aucun propre à ce site.' : 'Aucun : les prix de l’agence s’appliquent.'}
          >
            {({ id, title, endDate }) => (
              <>
                <LineMain>
                  <Linked entity={CommercialContract.name} id={id}>
                    {String(title)}
                  </Linked>
                </LineMain>
                <Note>{endDate ? `jusqu’au ${frenchDay(String(endDate))}` : 'sans terme'}</Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
