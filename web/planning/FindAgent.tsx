// « Trouver un agent » in the form of a new service: candidates for its hours and site, before it exists.
import { Button, Group, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { findNewCandidates } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { IconSearch } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { Candidates } from './Candidates.tsx';
import { CoverFrame } from './CoverParts.tsx';
import { hoursOfMoments } from './moments.ts';

interface Wanted {
  startAt: string;
  endAt: string;
  site: Reference;
  specialty: Reference | null;
  /** Of a tour: the sites of its stops. */
  stops: string[];
}

/** Null: the form lacks what the search needs. */
function wantedIn({ startAt, endAt, site, specialty, isCircuit, services }: BelowProps['values']): Wanted | null {
  if (typeof startAt !== 'string' || typeof endAt !== 'string' || !site || startAt >= endAt) return null;
  const lines = isCircuit ? ((services ?? []) as { site: Reference | null }[]) : [];
  const stops = [...new Set(lines.flatMap((line) => line.site?.id ?? []))];
  return { startAt, endAt, site: site as Reference, specialty: (specialty as Reference | null) ?? null, stops };
}

export function FindAgent({ values, change }: BelowProps): ReactNode {
  const [open, setOpen] = useState(false);
  const session = useSession();
  if (!change || values.id !== undefined || session.scope !== 'agency' || !session.can(['editService'])) return null;
  const wanted = wantedIn(values);
  const agents = (values.agents as Reference[] | null) ?? [];
  return (
    <>
      <Group gap="sm" mt="sm">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSearch size={16} aria-hidden />}
          disabled={!wanted}
          onClick={() => setOpen(true)}
        >
          Trouver un agent
        </Button>
        {!wanted && (
          <Text size="xs" c="dimmed">
            Choisissez d’abord le site et les horaires.
          </Text>
        )}
      </Group>
      {open && wanted && (
        <Found
          wanted={wanted}
          agents={agents}
          onChoose={(agent) => {
            change('agents', [...agents, agent]);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FoundProps {
  wanted: Wanted;
  agents: readonly Reference[];
  onChoose(agent: Reference): void;
  onClose(): void;
}

function Found({
  wanted: { startAt, endAt, site, specialty, stops },
  agents,
  onChoose,
  onClose,
}: FoundProps): ReactElement {
  const { zone } = useLocale();
  const asked = useCall(findNewCandidates, {
    input: {
      startAt,
      endAt,
      site: site.id,
      ...(specialty ? { specialty: specialty.id } : {}),
      ...(stops.length > 0 ? { stops } : {}),
      without: agents.map(({ id }) => id),
    },
  });
  return (
    <CoverFrame
      title="Trouver un agent"
      asked={asked}
      onClose={onClose}
      head={
        <div>
          <Text fw={600}>{site.name}</Text>
          <Text size="sm" c="dimmed">
            {hoursOfMoments(startAt, endAt, zone)}
          </Text>
        </div>
      }
    >
      {({ candidates }) => (
        <Candidates candidates={candidates} taken={null} onChoose={({ agent }) => onChoose(agent)} />
      )}
    </CoverFrame>
  );
}
