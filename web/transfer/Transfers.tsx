// Transfers of staff: their list, their sheet, their block on the sheets of sites and commercial contracts.
import { lazy, type ReactElement, type ReactNode } from 'react';
import { frenchDay } from '#core/kernel/validators.ts';
import { type Direction, directions } from '#core/transfer/deadlines.ts';
import { StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { may } from '#ui/may.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { useLinked } from '../summary/linked.ts';
import { AddLinked, Answer, Block, LineMain, Lines, Linked, Note } from '../summary/parts.tsx';

const extras: DialogExtras = {
  summary: lazy(() => import('./TransferSummary.tsx')),
  ask: async (values, row) => (await import('./movingDate.ts')).ask(values, row),
  send: async (...given) => (await import('./movingDate.ts')).send(...given),
};
const card = { title: 'siteName', second: ['direction', 'transferDate', 'nextTask', 'nextDue'], whole: true } as const;

export const Transfers = (props: ScreenProps): ReactElement => (
  <EntityTable of={StaffTransfer} {...props} extras={extras} card={card} />
);

export const TransferSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={StaffTransfer} extras={extras} {...props} />
);

const personCard = { title: 'fullname', second: ['transfer', 'position', 'decision'], whole: true } as const;

export const People = (props: ScreenProps): ReactElement => (
  <EntityTable of={TransferPerson} {...props} card={personCard} />
);

export const PersonSheet = (props: SheetProps): ReactElement => <EntityDialog of={TransferPerson} {...props} />;

interface Of {
  site: { id: string; name: string };
  contract?: { id: string; name: string };
  transferDate?: string;
  /** With the name of the site: one block of several. */
  titled?: boolean;
}

/** The transfers of a site. */
export function TransfersBlock({ site, contract, transferDate, titled = false }: Of): ReactNode {
  const session = useSession();
  const isStaff = session.scope === 'agency';
  const asked = useLinked(
    StaffTransfer,
    { filters: { site: [site.id], isSite: 1 }, orderBy: 'transferDate', ascending: false, page: 1, limit: 10 },
    isStaff,
  );
  if (!asked || !isStaff) return null;
  const initial = { site, ...(contract ? { contract } : {}), ...(transferDate ? { transferDate } : {}) };
  return (
    <Block
      title={titled ? `Reprise du personnel : ${site.name}` : 'Reprise du personnel'}
      action={
        may(session, StaffTransfer, 'create') && (
          <AddLinked entity={StaffTransfer.name} initial={initial}>
            Ajouter
          </AddLinked>
        )
      }
    >
      <Answer of={asked}>
        {({ rows }) => (
          <Lines of={rows} keyOf={({ id }) => id} empty="Aucune.">
            {({ id, direction, transferDate: day }) => (
              <>
                <LineMain>
                  <Linked entity={StaffTransfer.name} id={id}>
                    {directions[direction as Direction]}
                  </Linked>
                </LineMain>
                <Note>{frenchDay(String(day))}</Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
