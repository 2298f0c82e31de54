// What the chosen services will bring, and what changes, for those who may read margins.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fetchPublicationMargins } from '#core/margins/planning-calls.ts';
import { publicationMargin } from '#core/margins/publication.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import type { PublishAsked } from './publishAsked.ts';
import { incompleteText } from './siteMargins.ts';

interface Props {
  asked: PublishAsked;
  /** Left out of the publication. */
  left: ReadonlySet<string>;
}

export function PublishMargin({ asked, left }: Props): ReactNode {
  const { can } = useSession();
  const { data } = useCall(fetchPublicationMargins, { input: asked, enabled: can(['listMargins']) });
  const taken = data?.services.filter(({ id }) => !left.has(id)) ?? [];
  if (!data || taken.length === 0) return null;
  const { margin, rate, change, ...counts } = publicationMargin(taken);
  const amount = (value: number): string => formatMoney(value, data.currency);
  const missing = incompleteText(counts);
  return (
    <Text component="div" size="sm" role="status" aria-label="Marge prévue">
      Marge prévue :{' '}
      <Text span fw={600} {...(margin < 0 ? { c: 'red' } : {})}>
        {amount(margin)}
      </Text>
      {rate === null ? '' : ` (${formatNumber(rate)} %)`}
      {change === null || change === 0
        ? ''
        : `, ${amount(Math.abs(change))} de ${change > 0 ? 'plus' : 'moins'} que le planning publié`}
      {missing && (
        <Text size="xs" c="dimmed">
          {missing}
        </Text>
      )}
    </Text>
  );
}
