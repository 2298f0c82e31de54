// Frame of the public pages: brand, one card, contact.
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import type { PropsWithChildren, ReactElement, ReactNode } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { Brand } from '#ui/shell/Brand.tsx';
import { telOf } from '#ui/tel.ts';
import { useFieldScale } from '#ui/theme/useFieldScale.ts';
import { LegalLinks } from '../tenant/LegalLinks.tsx';
import classes from './PublicFrame.module.css';

export function PublicFrame({
  title,
  lead,
  children,
}: PropsWithChildren<{ title: string; lead?: ReactNode }>): ReactElement {
  const { contact } = tenant();
  // Agents sign in here, too.
  useFieldScale(true);
  return (
    <div className={classes.page}>
      <main className={classes.column}>
        <Brand size="large" />
        <Paper className={classes.card ?? ''} withBorder>
          <Title order={1}>{title}</Title>
          {lead ? (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          ) : null}
          <Stack gap="md" mt="lg">
            {children}
          </Stack>
        </Paper>
        {contact.phone || contact.email ? (
          <Text size="sm" c="dimmed" ta="center">
            Besoin d’aide ? {contact.phone ? <Anchor href={telOf(contact.phone)}>{contact.phone}</Anchor> : null}
            {contact.phone && contact.email ? ' · ' : null}
            {contact.email ? <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor> : null}
          </Text>
        ) : null}
        <LegalLinks justify="center" />
      </main>
    </div>
  );
}
