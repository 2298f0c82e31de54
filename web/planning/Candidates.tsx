// Candidates for a service by section: they comply, their rest cannot be verified, they need a confirmation, they cannot take it.

import { Button, Collapse, Popover, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { plain } from '#core/kernel/plain.ts';
import type { OfferedCandidate } from '#core/planning/cover-calls.ts';
import { IconChevronDown, IconChevronRight, IconSearch } from '#ui/icons.ts';
import classes from './Cover.module.css';
import { Facts, Phones, Warnings } from './CoverParts.tsx';

interface Props {
  candidates: readonly OfferedCandidate[];
  /** The candidate that is being saved. */
  taken: string | null;
  /** The candidate who is asked about before he is taken, in his line. */
  asking?: string | null;
  question?(candidate: OfferedCandidate['agent']): ReactNode;
  onChoose(candidate: OfferedCandidate): void;
}

export function Candidates({ candidates, taken, asking = null, question, onChoose }: Props): ReactElement {
  const [query, setQuery] = useState('');
  const found = candidates.filter(({ agent: { name } }) => plain(name).includes(plain(query.trim())));
  const faultless = found.filter(({ allowed, errors }) => allowed && errors.length === 0);
  // Who also works elsewhere is not known to comply.
  const fit = faultless.filter(({ rested }) => rested !== null);
  const unknown = faultless.filter(({ rested }) => rested === null);
  const warned = found.filter(({ allowed, errors }) => allowed && errors.length > 0);
  const barred = found.filter(({ allowed }) => !allowed);
  const nobody = faultless.length === 0 && warned.length === 0;
  const lines = (of: readonly OfferedCandidate[], label: string): ReactElement => (
    <ol className={classes.list} aria-label={label}>
      {of.map((candidate) => (
        <CandidateLine
          key={candidate.agent.id}
          candidate={candidate}
          busy={taken === candidate.agent.id}
          disabled={taken !== null}
          question={asking === candidate.agent.id ? question?.(candidate.agent) : null}
          onChoose={() => onChoose(candidate)}
        />
      ))}
    </ol>
  );
  return (
    <>
      <TextInput
        type="search"
        aria-label="Chercher un collaborateur"
        placeholder="Chercher un collaborateur"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        data-autofocus
      />
      {nobody && (
        <Text size="sm" c="dimmed">
          {query.trim() === ''
            ? 'Personne ne peut prendre ce service sans enfreindre une règle de votre agence.'
            : 'Personne de ce nom ne peut prendre ce service.'}
        </Text>
      )}
      {fit.length > 0 && (
        <Section title="Conformes" count={fit.length} help="Aucune règle enfreinte.">
          {lines(fit, 'Conformes')}
        </Section>
      )}
      {unknown.length > 0 && (
        <Section
          title="Repos non vérifiables"
          count={unknown.length}
          help="Aucune règle enfreinte chez vous, mais ils travaillent aussi pour une autre entreprise : demandez-leur."
        >
          {lines(unknown, 'Repos non vérifiables')}
        </Section>
      )}
      {warned.length > 0 && (
        <Section title="À confirmer" count={warned.length} help="Possible si vous confirmez les avertissements.">
          {lines(warned, 'À confirmer')}
        </Section>
      )}
      {barred.length > 0 && <Barred barred={barred} open={nobody} />}
    </>
  );
}

interface SectionProps {
  title: string;
  count: number;
  help: string;
  children: ReactElement;
}

const Section = ({ title, count, help, children }: SectionProps): ReactElement => (
  <section aria-label={title}>
    <Text fw={600} component="h3" size="sm">
      {title} ({count})
    </Text>
    <Text size="xs" c="dimmed" mb={6}>
      {help}
    </Text>
    {children}
  </section>
);

interface LineProps {
  candidate: OfferedCandidate;
  busy: boolean;
  disabled: boolean;
  question: ReactNode;
  onChoose(): void;
}

function CandidateLine({ candidate, busy, disabled, question, onChoose }: LineProps): ReactElement {
  const { agent, errors } = candidate;
  return (
    <li className={classes.line}>
      <Score candidate={candidate} />
      <div className={classes.words}>
        <Text fw={600}>{agent.name}</Text>
        <Phones candidate={candidate} />
        <Facts candidate={candidate} />
        <Warnings errors={errors} />
      </div>
      {question ?? (
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
      )}
    </li>
  );
}

/** A click explains it: from 100, what was subtracted. */
const Score = ({ candidate: { agent, score, points } }: { candidate: OfferedCandidate }): ReactElement => (
  <Popover withArrow shadow="md" position="right" trapFocus={false}>
    <Popover.Target>
      <UnstyledButton className={classes.score} aria-label={`Note de ${agent.name} : ${score} sur 100, détail`}>
        {score}
      </UnstyledButton>
    </Popover.Target>
    <Popover.Dropdown aria-label={`Note de ${agent.name}`}>
      <table className={classes.points}>
        <tbody>
          <tr>
            <td>100</td>
            <th scope="row">au départ</th>
          </tr>
          {points.map(({ label, lost }) => (
            <tr key={label}>
              <td>−{lost}</td>
              <th scope="row">{label}</th>
            </tr>
          ))}
          <tr>
            <td>{score}</td>
            <th scope="row">sur 100</th>
          </tr>
        </tbody>
      </table>
    </Popover.Dropdown>
  </Popover>
);

function Barred({ barred, open }: { barred: readonly OfferedCandidate[]; open: boolean }): ReactElement {
  const [shown, setShown] = useState(open);
  const Icon = shown ? IconChevronDown : IconChevronRight;
  return (
    <section aria-label="Impossibles">
      <UnstyledButton className={classes.fold} aria-expanded={shown} onClick={() => setShown(!shown)}>
        <Icon size={16} aria-hidden /> Impossibles ({barred.length})
      </UnstyledButton>
      <Collapse expanded={shown}>
        <ul className={classes.list} aria-label="Impossibles">
          {barred.map((candidate) => (
            <li key={candidate.agent.id} className={classes.barred}>
              <Text size="sm" fw={600}>
                {candidate.agent.name}
              </Text>
              <Phones candidate={candidate} />
              {candidate.errors
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
    </section>
  );
}
