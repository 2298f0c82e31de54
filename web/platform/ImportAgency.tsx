// « Import d'agence »: the files of a chosen agency, through the agency's own import with its dry run (AB-034, AB-035).
import { Button, Loader, Paper, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { issueReasons } from '#core/imports/imports.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { listAgencies } from '#core/session/agencies.ts';
import { Site } from '#core/sites/site.ts';
import { useAct } from '#ui/client/act.ts';
import { useCall } from '#ui/client/queries.tsx';
import { goToAgency, useSession } from '#ui/client/session.ts';
import { IconFileImport } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';

const ImportDialog = lazy(() => import('../imports/ImportDialog.tsx'));

/** In this order: a site names its customer. */
const kinds: readonly { of: Entity; help: string }[] = [
  { of: Customer as Entity, help: 'Un client par ligne, avec son numéro ou son nom.' },
  { of: Site as Entity, help: 'Un site par ligne ; son client doit déjà exister.' },
  { of: Agent as Entity, help: 'Un collaborateur par ligne, avec son contrat.' },
];

export default function ImportAgency({ title, description }: ScreenProps): ReactElement {
  const { agency } = useSession();
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, searchDelay);
  const found = useCall(listAgencies, {
    input: { query: settled === agency?.name ? '' : settled, limit: 20, page: 1 },
  });
  const [of, setOf] = useState<Entity | null>(null);
  const enter = useAct((id: string) => goToAgency({ id }));
  const offered = (found.data?.agencies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const options =
    agency && !offered.some(({ value }) => value === agency.id)
      ? [{ value: agency.id, label: agency.name }, ...offered]
      : offered;
  return (
    <Stack gap="md" maw="46rem">
      <PageHeader title={title} description={description} />
      {found.error && !found.data ? (
        <ReadFailure
          title="Les agences n’ont pas pu être lues"
          message={found.error.message}
          busy={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Select
          label="Agence"
          placeholder="Rechercher une agence"
          description="Vous y entrez comme support : son historique le garde."
          searchable
          data={options}
          value={agency?.id ?? null}
          onSearchChange={setQuery}
          nothingFoundMessage="Aucune agence ne correspond"
          rightSection={found.isFetching || enter.busy ? <Loader size="xs" /> : undefined}
          error={enter.problem?.message}
          onChange={(id) => (id && id !== agency?.id ? enter.run(id) : undefined)}
        />
      )}
      <Text size="sm" c="dimmed">
        Fichiers CSV ou XLSX. Un essai vérifie toutes les lignes sans rien enregistrer et nomme chaque problème (
        {Object.values(issueReasons)
          .map((reason) => `« ${reason} »`)
          .join(', ')}
        …) ; l’import écrit ensuite tout, ou rien.
      </Text>
      {kinds.map(({ of: kind, help }) => (
        <Paper key={kind.name} withBorder p="md" radius="md">
          <Stack gap="xs" align="flex-start">
            <Text fw={600}>{kind.label.many}</Text>
            <Text size="sm" c="dimmed">
              {help}
            </Text>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              disabled={agency === null}
              onClick={() => setOf(kind)}
              aria-label={`Importer : ${kind.label.many}`}
            >
              Choisir un fichier
            </Button>
          </Stack>
        </Paper>
      ))}
      {of && agency ? (
        <Suspense>
          <ImportDialog key={`${agency.id} ${of.name}`} of={of} onClose={() => setOf(null)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
