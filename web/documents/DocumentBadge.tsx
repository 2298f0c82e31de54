import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';
import { type DocumentExpiry, documentExpiry } from '#core/documents/expiry.ts';

const tones: Record<DocumentExpiry, string> = { EXPIRED: 'red', SOON: 'orange', VALID: 'green' };

/** J-022 */
export const DocumentBadge = ({ state }: { state: DocumentExpiry }): ReactElement => (
  <Badge color={tones[state]} variant="light" tt="none">
    {documentExpiry[state]}
  </Badge>
);

/** The same words and colour where a badge has no room. */
export const DocumentValidity = ({ state }: { state: DocumentExpiry }): ReactElement => (
  <span style={{ color: `var(--mantine-color-${tones[state]}-light-color)` }}>{documentExpiry[state]}</span>
);

export const NewBadge = (): ReactElement => (
  <Badge variant="light" tt="none">
    Nouveau
  </Badge>
);
