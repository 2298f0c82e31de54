// A legal text of the brand, public.
import { Alert, Anchor, Button, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { readLegalText } from '#core/tenant/tenants.ts';
import { legalTexts, type LegalText as Name } from '#core/tenant.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { IconRefresh } from '#ui/icons.ts';
import { Html } from '#ui/richtext/Html.tsx';
import { Brand } from '#ui/shell/Brand.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import classes from './LegalText.module.css';

function Words({ text }: { text: Name }): ReactElement {
  const { data, error, refetch } = useCall(readLegalText, { params: { text } });
  if (data) return <Html value={data.html} />;
  if (!error) {
    return (
      <Stack aria-busy="true" role="status" aria-label="Chargement">
        {['60%', '100%', '100%', '80%'].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders that never change
          <Skeleton key={line} height={14} width={width} />
        ))}
      </Stack>
    );
  }
  return (
    <Stack align="flex-start">
      <Alert color="red" variant="light" p="sm" role="alert">
        {error.message}
      </Alert>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void refetch()}>
        Réessayer
      </Button>
    </Stack>
  );
}

export default function LegalText({ token }: { token: string }): ReactElement {
  const text = token as Name;
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.page}>
        <main className={classes.column}>
          <Brand size="large" />
          <Paper className={classes.card ?? ''} withBorder>
            <Title order={1} mb="md">
              {legalTexts[text]}
            </Title>
            <Words text={text} />
          </Paper>
          <Stack gap={4} align="center">
            <LegalLinks justify="center" />
            <Anchor href="#/" size="sm" py={4}>
              Retour à l’application
            </Anchor>
          </Stack>
        </main>
      </div>
    </QueryClientProvider>
  );
}
