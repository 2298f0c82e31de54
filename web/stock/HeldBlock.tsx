// What an agent holds, or what is on a site, in his or its sheet: full stock only; the plain list is a part of its own.
import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { useSession } from '#ui/client/session.ts';
import { simplifiedStock } from '#ui/client/session-state.ts';
import { today } from '#ui/clock.ts';
import { formatDay, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useLinked } from '../summary/linked.ts';
import { Answer, Block, LineMain, Lines, Linked, Note } from '../summary/parts.tsx';
import { useStockActs } from './useStockActs.tsx';

type Assignment = Row<typeof StockAssignment>;

const shown = 50;

interface HeldProps {
  /** Its holder is archived: nothing more is handed out. */
  isArchived: boolean;
  agent?: Reference;
  site?: Reference;
}

export default function HeldBlock(props: HeldProps): ReactNode {
  return simplifiedStock(useSession()) ? null : <Held {...props} />;
}

function Held({ agent, site, isArchived }: HeldProps): ReactElement | null {
  const { scope, can } = useSession();
  const { zone } = useLocale();
  const acts = useStockActs();
  const asked = useLinked(StockAssignment, {
    filters: {
      status: [100, 200],
      ...(agent ? { agent: [agent.id], isAgent: 1 } : {}),
      ...(site ? { site: [site.id], isSite: 1 } : {}),
    },
    page: 1,
    limit: shown,
  });
  if (!asked) return null;
  const isStaff = scope === 'agency';
  const now = today(zone);
  return (
    <Block
      title="Matériel"
      action={
        isStaff &&
        !isArchived &&
        can(['createStockReferenceAssignment']) && (
          <Button size="compact-sm" variant="default" onClick={() => acts.assign({ agent, site })}>
            Affecter
          </Button>
        )
      }
    >
      <Answer of={asked}>
        {({ rows }) => (
          <Lines
            of={rows as unknown as Assignment[]}
            keyOf={({ id }) => id}
            empty={agent ? 'Il ne détient rien.' : 'Rien n’y est affecté.'}
          >
            {(one) => (
              <>
                <LineMain>
                  <Linked entity="stockReference" id={one.stockReference.id}>
                    {one.stockReference.name}
                  </Linked>
                  <Note>{` × ${formatNumber(one.outstanding)}`}</Note>
                </LineMain>
                <Note>
                  {one.restitutionDate
                    ? `${one.restitutionDate < now ? 'en retard, prévu le' : 'jusqu’au'} ${formatDay(one.restitutionDate)}`
                    : `depuis le ${formatDay(one.assignmentDate)}`}
                </Note>
                {isStaff && can(['editStockReferenceAssignment']) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => acts.restitute({ ...one, label: one.stockReference.name })}
                  >
                    Restituer
                  </Button>
                )}
              </>
            )}
          </Lines>
        )}
      </Answer>
      {acts.dialogs}
    </Block>
  );
}
