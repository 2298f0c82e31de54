// « Remplacer sur la période »: each service of somebody who is absent, with a proposal for each, given in one go.
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { mostCovered, type OfferedCandidate, proposeCover } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { DaysInput } from '../hours/DaysInput.tsx';
import classes from './Cover.module.css';
import { Bones, ConsentChoice, CoverFailure, Facts, ServiceLine, Warnings } from './CoverParts.tsx';
import { type Consent, type Given, replace } from './cover.ts';
import type { Period } from './periods.ts';

interface Props {
  agent: string;
  first: Period;
  onClose(): void;
}

const nobody = '';

export function CoverPeriod({ agent, first, onClose }: Props): ReactElement {
  const [period, setPeriod] = useState(first);
  const { data, error, isFetching, refetch } = useCall(proposeCover, { input: { agent, ...period } });
  /** By service: whom the planner wants instead of the one proposed. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [means, setMeans] = useState<Consent['means'] | null>(null);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const services = data?.services ?? [];
  const given = services.flatMap(({ service, candidates }): Given[] => {
    const to = chosen[service.id] ?? proposed(candidates);
    return to === nobody ? [] : [{ service, to }];
  });
  const soon = given.some(({ service }) => service.shortNotice);

  const write = async (): Promise<void> => {
    if (soon && means === null) {
      setAsks(true);
      return;
    }
    setBusy(true);
    const label = `${data?.agent.name ?? ''} est remplacé sur ${plural(given.length, 'service')}`;
    const done = await replace(given, agent, means ? { means } : null, label);
    setBusy(false);
    if (done) onClose();
    else void refetch();
  };

  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={`Remplacer ${data?.agent.name ?? ''} sur la période`}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      <Stack gap="sm">
        <DaysInput period={period} onPeriod={setPeriod} />
        {error && !data ? (
          <CoverFailure message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
        ) : !data ? (
          <Bones />
        ) : services.length === 0 ? (
          <Text size="sm" c="dimmed">
            Aucun service à remplacer sur cette période.
          </Text>
        ) : (
          <>
            {data.filtered > mostCovered && (
              <Alert color="yellow">
                Les {mostCovered} premiers services seulement, sur {data.filtered}. Raccourcissez la période.
              </Alert>
            )}
            <ol className={classes.list} aria-label="Services à remplacer">
              {services.map(({ service, candidates }) => {
                const to = chosen[service.id] ?? proposed(candidates);
                return (
                  <li key={service.id} className={classes.covered}>
                    <ServiceLine service={service} />
                    <Stack gap={6}>
                      <Select
                        size="sm"
                        aria-label={`Remplaçant, ${service.reference}`}
                        allowDeselect={false}
                        value={to}
                        data={[
                          ...candidates.map((one) => ({ value: one.agent.id, label: labelOf(one) })),
                          {
                            value: nobody,
                            label: candidates.length === 0 ? 'Personne de possible' : 'Ne pas remplacer',
                          },
                        ]}
                        onChange={(next) => setChosen({ ...chosen, [service.id]: next ?? nobody })}
                      />
                      {candidates
                        .filter((one) => one.agent.id === to)
                        .map((one) => (
                          <div key={one.agent.id}>
                            <Facts candidate={one} />
                            <Warnings errors={one.errors} />
                          </div>
                        ))}
                    </Stack>
                  </li>
                );
              })}
            </ol>
            {soon && <ConsentChoice means={means} missing={asks && means === null} onMeans={setMeans} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Annuler
              </Button>
              <Button disabled={given.length === 0} loading={busy} onClick={() => void write()}>
                Remplacer sur {plural(given.length, 'service')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** The best, if he is free; whoever is not is the planner's own choice. */
const proposed = ([best]: readonly OfferedCandidate[]): string => (best?.free ? best.agent.id : nobody);

const labelOf = ({ agent, errors, score }: OfferedCandidate): string =>
  `${agent.name} · ${score}/100${errors.length > 0 ? ` · ${plural(errors.length, 'avertissement')}` : ''}`;
