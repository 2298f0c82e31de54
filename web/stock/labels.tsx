// How levels, due dates and descriptions of stock are shown.
import { Badge } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { type ExpiryState, expiryStates } from '#core/agents/expiry.ts';
import { type EffectiveStatus, effectiveStatuses } from '#core/stock/action.ts';
import { type StockLevel, stockLevels } from '#core/stock/level.ts';
import { ExpiryBadge } from '../agents/ExpiryBadge.tsx';

const tones: Record<StockLevel, string> = { OUT: 'red', LOW: 'orange', FINE: 'green' };

export const LevelBadge = ({ level }: { level: StockLevel }): ReactElement => (
  <Badge color={tones[level]} variant="light" tt="none">
    {stockLevels[level]}
  </Badge>
);

export const DueBadge = ({ state }: { state: EffectiveStatus }): ReactElement =>
  state in expiryStates ? (
    <ExpiryBadge state={state as ExpiryState} />
  ) : (
    <Badge color="gray" variant="light" tt="none">
      {effectiveStatuses[state]}
    </Badge>
  );

/** D-040 */
const longest = 40;
const letters = new Intl.Segmenter('fr');
export const cutDescription = (text: string): string => {
  const kept = Array.from(letters.segment(text.slice(0, 8 * longest)), ({ segment }) => segment);
  return kept.length > longest ? `${kept.slice(0, longest).join('').trimEnd()}…` : text;
};

export const LevelCell = ({ value }: { value: unknown }): ReactNode =>
  value ? <LevelBadge level={value as StockLevel} /> : null;
export const DueCell = ({ value }: { value: unknown }): ReactNode =>
  value ? <DueBadge state={value as EffectiveStatus} /> : null;
export const DescriptionCell = ({ value }: { value: unknown }): ReactNode =>
  value ? <span title={String(value)}>{cutDescription(String(value))}</span> : null;
