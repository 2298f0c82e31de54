// « Remplacer »: candidates for a service, best first, and why the others cannot take it.
import { Button, Collapse, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { findCandidates, type OfferedCandidate } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { plural } from '#ui/format.ts';
import { IconChevronDown, IconChevronRight, IconSearch } from '#ui/icons.ts';
import classes from './Cover.module.css';
import { CoverFrame, Facts, ServiceLine, useAssigning, Warnings } from './CoverParts.tsx';
import { CoverPeriod } from './CoverPeriod.tsx';
import { coverAsked } from './cover.ts';

export function CoverHost(): ReactNode {
  const asked = useStore(coverAsked);
  if (!asked) return null;
  const close = (): void => coverAsked.set(null);
  return 'service' in asked ? (
    <CoverService key={`${asked.service}${asked.agent}`} service={asked.service} agent={asked.agent} onClose={close} />
  ) : (
    <CoverPeriod key={asked.agent} agent={asked.agent} first={asked.period} onClose={close} />
  );
}

interface Props {
  service: string;
  agent: string | null;
  onClose(): void;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function CoverService({ service: id, agent, onClose }: Props): ReactElement {
  const asked = useCall(findCandidates, { input: { service: id, ...(agent ? { agent } : {}) } });
  const [query, setQuery] = useState('');
  const [taken, setTaken] = useState<string | null>(null);
  const { data, refetch } = asked;
  const assigning = useAssigning(agent, data?.service.shortNotice ?? false, { onClose, refetch });
  const replaced = data?.service.agents.find((one) => one.id === agent)?.name;

  return (
    <CoverFrame
      title={agent ? `Remplacer ${replaced ?? 'un collaborateur'}` : 'Trouver un collaborateur'}
      asked={asked}
      onClose={onClose}
    >
      {({ service, candidates }) => {
        const found = candidates.filter(({ agent: { name } }) => plain(name).includes(plain(query.trim())));
        const able = found.filter(({ allowed }) => allowed);
        const others = found.filter(({ allowed }) => !allowed);
        const choose = async ({ agent: { id: to, name } }: OfferedCandidate): Promise<void> => {
          setTaken(to);
          await assigning.assign(
            [{ service, to }],
            replaced ? `${replaced} est remplacé par ${name}` : `Service confié à ${name}`,
          );
          setTaken(null);
        };
        return (
          <>
            <ServiceLine service={service} />
            {assigning.consent}
            <TextInput
              type="search"
              aria-label="Chercher un collaborateur"
              placeholder="Chercher un collaborateur"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              data-autofocus
            />
            {able.length === 0 ? (
              <Text size="sm" c="dimmed">
                {query.trim() === ''
                  ? 'Personne ne peut prendre ce service sans enfreindre une règle de votre agence.'
                  : 'Personne de ce nom ne peut prendre ce service.'}
              </Text>
            ) : (
              <ol className={classes.list} aria-label="Collaborateurs proposés">
                {able.map((candidate) => (
                  <CandidateLine
                    key={candidate.agent.id}
                    candidate={candidate}
                    busy={taken === candidate.agent.id}
                    disabled={taken !== null}
                    onChoose={() => void choose(candidate)}
                  />
                ))}
              </ol>
            )}
            {others.length > 0 && <Others others={others} open={able.length === 0} />}
          </>
        );
      }}
    </CoverFrame>
  );
}

interface LineProps {
  candidate: OfferedCandidate;
  busy: boolean;
  disabled: boolean;
  onChoose(): void;
}

function CandidateLine({ candidate, busy, disabled, onChoose }: LineProps): ReactElement {
  const { agent, errors, score } = candidate;
  return (
    <li className={classes.line}>
      <div className={classes.score} title="Note sur 100" aria-label={`Note ${score} sur 100`} role="img">
        {score}
      </div>
      <div className={classes.words}>
        <Text fw={600}>{agent.name}</Text>
        <Facts candidate={candidate} />
        <Warnings errors={errors} />
      </div>
      <Button
        variant={errors.length > 0 ? 'default' : 'filled'}
        size="sm"
        loading={busy}
        disabled={disabled && !busy}
        aria-label={`Choisir ${agent.name}`}
        onClick={onChoose}
      >
        Choisir
      </Button>
    </li>
  );
}

function Others({ others, open }: { others: readonly OfferedCandidate[]; open: boolean }): ReactElement {
  const [shown, setShown] = useState(open);
  const Icon = shown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton className={classes.fold} aria-expanded={shown} onClick={() => setShown(!shown)}>
        <Icon size={16} aria-hidden /> Pourquoi pas les autres ? ({plural(others.length, 'collaborateur')})
      </UnstyledButton>
      <Collapse expanded={shown}>
        <ul className={classes.list} aria-label="Collaborateurs écartés">
          {others.map(({ agent, errors }) => (
            <li key={agent.id} className={classes.barred}>
              <Text size="sm" fw={600}>
                {agent.name}
              </Text>
              {errors
                .filter(({ level }) => level === 2)
                .map(({ message, code }) => (
                  <Text key={`${code}${message}`} size="xs" c="dimmed">
                    {message}
                  </Text>
                ))}
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  );
}
