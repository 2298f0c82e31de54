// « Remplacer sur la période »: the services of an absent agent, with a proposal for each, saved together.
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { mostCovered, type OfferedCandidate, proposeCover } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { DaysInput } from '../hours/DaysInput.tsx';
import classes from './Cover.module.css';
import { ConsentChoice, CoverFrame, Facts, Phones, ServiceLine, useAssigning, Warnings } from './CoverParts.tsx';
import type { Assignment, Consent } from './cover.ts';
import type { Period } from './periods.ts';

interface Props {
  agent: string;
  first: Period;
  onClose(): void;
}

type Covered = Output<typeof proposeCover>['services'][number];

const nobody = '';

export function CoverPeriod({ agent, first, onClose }: Props): ReactElement {
  const [period, setPeriod] = useState(first);
  const asked = useCall(proposeCover, { input: { agent, ...period } });
  /** By service: the agent chosen instead of the proposal. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const { data, refetch } = asked;
  const takerOf = ({ service, candidates }: Covered): string => chosen[service.id] ?? proposed(candidates);
  const assignments = (data?.services ?? []).flatMap((one): Assignment[] => {
    const to = takerOf(one);
    return to === nobody ? [] : [{ service: one.service, to }];
  });
  /** By agent: how those who take a service at short notice agreed. */
  const [means, setMeans] = useState<Readonly<Record<string, Consent['means']>>>({});
  const [asks, setAsks] = useState(false);
  const needed = [...new Set(assignments.filter(({ service }) => service.shortNotice).map(({ to }) => to))];
  // N-039: the following services come next, until none is left.
  const more = data !== undefined && data.filtered > data.services.length;
  const assigning = useAssigning(agent, { onClose: more ? () => void refetch() : onClose, refetch });

  return (
    <CoverFrame
      title={`Remplacer ${data?.agent.name ?? ''} sur la période`}
      asked={asked}
      head={<DaysInput period={period} onPeriod={setPeriod} />}
      onClose={onClose}
    >
      {({ agent: { name }, services, filtered }) =>
        services.length === 0 ? (
          <Text size="sm" c="dimmed">
            Aucun service à remplacer sur cette période.
          </Text>
        ) : (
          <>
            {filtered > mostCovered && (
              <Alert color="orange">
                Les {mostCovered} premiers services d’abord, sur {filtered} : les suivants viendront ensuite.
              </Alert>
            )}
            <ol className={classes.list} aria-label="Services à remplacer">
              {services.map((one) => (
                <CoveredLine
                  key={one.service.id}
                  of={one}
                  to={takerOf(one)}
                  means={means[takerOf(one)] ?? null}
                  missing={asks}
                  onMeans={(given) => setMeans({ ...means, [takerOf(one)]: given })}
                  onTaker={(to) => setChosen({ ...chosen, [one.service.id]: to })}
                />
              ))}
            </ol>
            {asks && needed.some((id) => !means[id]) && (
              <Text size="sm" c="red" role="alert">
                Indiquez, à côté de chaque remplaçant, comment son accord a été obtenu.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Annuler
              </Button>
              <Button
                disabled={assignments.length === 0}
                loading={assigning.busy}
                onClick={() => {
                  const given = needed.flatMap((id) => means[id] ?? []);
                  if (given.length < needed.length) return setAsks(true);
                  const people = Object.fromEntries(needed.map((id) => [id, means[id] as Consent['means']]));
                  void assigning.assign(
                    assignments,
                    `${name} est remplacé sur ${plural(assignments.length, 'service')}`,
                    given[0] ? { means: given[0], people } : null,
                  );
                }}
              >
                Remplacer sur {plural(assignments.length, 'service')}
              </Button>
            </Group>
          </>
        )
      }
    </CoverFrame>
  );
}

interface LineProps {
  of: Covered;
  to: string;
  means: Consent['means'] | null;
  /** The save waits for the answer. */
  missing: boolean;
  onTaker(to: string): void;
  onMeans(means: Consent['means']): void;
}

function CoveredLine({ of: { service, candidates }, to, means, missing, onTaker, onMeans }: LineProps): ReactElement {
  const taker = candidates.find((one) => one.agent.id === to);
  return (
    <li className={classes.covered}>
      <ServiceLine service={service} />
      <Stack gap={6}>
        <Select
          size="sm"
          aria-label={`Remplaçant, ${service.reference}`}
          allowDeselect={false}
          value={to}
          data={[
            ...candidates.map((one) => ({ value: one.agent.id, label: labelOf(one) })),
            { value: nobody, label: candidates.length === 0 ? 'Personne de possible' : 'Ne pas remplacer' },
          ]}
          onChange={(next) => onTaker(next ?? nobody)}
        />
        {taker && (
          <div>
            <Phones candidate={taker} />
            <Facts candidate={taker} />
            <Warnings errors={taker.errors} />
          </div>
        )}
        {taker && service.shortNotice && (
          <ConsentChoice name={taker.agent.name} means={means} missing={missing && means === null} onMeans={onMeans} />
        )}
      </Stack>
    </li>
  );
}

/** The best candidate, if he is free; others must be chosen by hand. */
const proposed = ([best]: readonly OfferedCandidate[]): string => (best?.free ? best.agent.id : nobody);

const labelOf = ({ agent, errors, score }: OfferedCandidate): string =>
  `${agent.name} · ${score}/100${errors.length > 0 ? ` · ${plural(errors.length, 'avertissement')}` : ''}`;
