import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';
import { type ExpiryState, expiryStates } from '#core/agents/expiry.ts';

const tones: Record<ExpiryState, string> = {
  EXPIRED: 'red',
  SOON: 'orange',
  WATCH: 'yellow',
  NEXT: 'blue',
  VALID: 'green',
};

export const ExpiryBadge = ({ state }: { state: ExpiryState }): ReactElement => (
  // Yellow text on yellow is illegible.
  <Badge color={tones[state]} {...(state === 'WATCH' ? { c: 'var(--ink)' } : {})} variant="light" tt="none">
    {expiryStates[state]}
  </Badge>
);
