// Proposes the expiry date derived from the card number; saved once a person confirms it.
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { cardExpiry, renewalDeadline } from '#core/agents/card.ts';
import { valueAt } from '#core/kernel/entity.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { formatDay } from '#ui/format.ts';
import { useExpirationTypes } from './useExpirationTypes.ts';

interface Paper {
  type: { id: string; name: string } | null;
  expiresAt: string | null;
}

const place = 'agentInfos.expirations';

export function CardProposal({ values, change }: BelowProps): ReactNode {
  const card = useExpirationTypes().find(({ isCard }) => isCard === true);
  const number = String(valueAt(values, 'agentInfos.cardNumber') ?? '');
  const proposed = cardExpiry(number);
  const papers = (valueAt(values, place) ?? []) as Paper[];
  const known = papers.some(({ type, expiresAt }) => type?.id === card?.id && expiresAt === proposed);
  if (!change || !card || proposed === null || known) return null;
  const confirm = (): void =>
    change(place, [
      ...papers,
      {
        type: { id: card.id, name: String(card.name) },
        number,
        issuedAt: null,
        expiresAt: proposed,
        file: null,
        comment: null,
      },
    ]);
  return (
    <Alert mt="sm" color="blue" variant="light">
      <Group justify="space-between">
        <Text size="sm">
          D'après son numéro, la carte serait valable jusqu'au {formatDay(proposed)} (à renouveler avant le{' '}
          {formatDay(renewalDeadline(proposed))}). Vérifiez sur le téléservice du CNAPS.
        </Text>
        <Button size="compact-sm" variant="default" onClick={confirm}>
          Confirmer cette date
        </Button>
      </Group>
    </Alert>
  );
}
