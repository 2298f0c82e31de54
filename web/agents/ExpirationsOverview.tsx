// « Expirations »: counts by urgency; each number opens its list.
import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { expiryStates } from '#core/agents/expiry.ts';
import { countExpirations, type ExpirationCounts } from '#core/agents/reminders.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatNumber } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { type MenuItem, type ScreenProps, useMenus } from '#ui/shell/screen.ts';
import classes from './expirations.module.css';

const states = ['EXPIRED', 'SOON', 'WATCH', 'NEXT'] as const;

/** By the name of the screen with the list; replaced papers are not counted. */
const kinds = {
  expirationsAgent: { of: 'agentExpirations', by: 'state', filters: { replaced: false } },
  expirationsAgentContracts: { of: 'agentContractExpirations', by: 'state', filters: {} },
  expirationsCustomerContracts: { of: 'customerContracts', by: 'state', filters: {} },
  expirationsDocuments: { of: 'documents', by: 'state', filters: {} },
  expirationsAgentItems: { of: 'agentItems', by: 'state', filters: {} },
  expirationStockReferences: { of: 'stockReferences', by: 'effectiveStatus', filters: {} },
} as const;

export default function ExpirationsOverview({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(countExpirations);
  const items = useMenus().flatMap((menu) => menu.items);
  const counted = data?.expirations;
  const cards = Object.entries(kinds).flatMap(([name, { of, by, filters }]) => {
    const item = items.find((one) => one.name === name);
    const counts = counted?.[of];
    return item && counts ? [{ item, counts, by, filters }] : [];
  });
  return (
    <>
      <PageHeader title={title} description={description} />
      {error && !counted ? (
        <ReadFailure
          title="Les expirations n'ont pas pu être comptées"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !counted ? (
        <div className={classes.cards} aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={220} />
          ))}
        </div>
      ) : cards.length === 0 ? (
        <Text c="dimmed">Rien à suivre ici avec vos droits.</Text>
      ) : (
        <div className={classes.cards}>
          {cards.map((card) => (
            <Card key={card.item.name} {...card} />
          ))}
        </div>
      )}
    </>
  );
}

interface CardProps {
  item: MenuItem;
  counts: ExpirationCounts;
  /** The field with the state. */
  by: string;
  filters: object;
}

function Card({ item, counts, by, filters }: CardProps): ReactElement {
  return (
    <section className={classes.card} aria-label={item.label}>
      <h2 className={classes.heading}>
        <item.icon size={20} stroke={1.5} aria-hidden />
        <Link to={item.path} onPointerEnter={item.preload} onFocus={item.preload}>
          {item.label}
        </Link>
      </h2>
      <ul className={classes.states}>
        {states.map((state) => (
          <li key={state}>
            <Link
              className={classes.state ?? ''}
              data-state={counts[state] > 0 ? state : undefined}
              to={item.path}
              search={{ f: { [by]: [state], ...filters } } as never}
            >
              <span className={classes.label}>{expiryStates[state]}</span>
              <span className={classes.number}>{formatNumber(counts[state])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
