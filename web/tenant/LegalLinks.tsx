// Links to the legal texts of the brand, if it publishes any.
import { Anchor, Group } from '@mantine/core';
import type { ReactElement } from 'react';
import { legalTexts } from '#core/tenant.ts';
import { tenant } from '#ui/client/tenant.ts';

export function LegalLinks({ justify = 'flex-start' }: { justify?: 'flex-start' | 'center' }): ReactElement | null {
  const { legal } = tenant();
  if (legal.length === 0) return null;
  return (
    <Group component="nav" aria-label="Textes légaux" gap="md" justify={justify}>
      {legal.map((text) => (
        <Anchor key={text} href={`#/textes-legaux/${text}`} size="sm" py={4}>
          {legalTexts[text]}
        </Anchor>
      ))}
    </Group>
  );
}
