// Findings of the checks by rule: every sentence can be reached, however many there are.
import { Badge, Button, Group, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { codeLabels, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { plural } from '#ui/format.ts';
import classes from './Cover.module.css';

/** Lines of a rule that are shown at first. */
const firstLines = 6;

interface Props {
  errors: readonly PlanningError[];
  /** The question about the consent stands with the people whom it concerns. */
  consent?: ReactNode;
}

export function AnomalyGroups({ errors, consent }: Props): ReactElement[] {
  // A series may repeat a sentence without a date.
  const lines = new Map(errors.map((error) => [[error.level, error.agent?.id, error.message].join(), error]));
  const groups = [...Map.groupBy(lines.values(), ({ level, code }) => `${level} ${code}`).values()];
  const levelOf = ([first]: readonly PlanningError[]): number => first?.level ?? 0;
  return groups
    .sort((one, other) => levelOf(other) - levelOf(one))
    .map((group) => (
      <Rule key={`${group[0]?.level} ${group[0]?.code}`} errors={group}>
        {group[0]?.code === otherCodes.shortNotice && consent}
      </Rule>
    ));
}

function Rule({ errors, children }: Pick<Props, 'errors'> & { children: ReactNode }): ReactElement | null {
  const [whole, setWhole] = useState(false);
  const [first] = errors;
  if (!first) return null;
  const hidden = errors.length - firstLines;
  const label = codeLabels[first.code];
  return (
    <section aria-label={label}>
      <Group gap="xs" mb={4}>
        <Badge color={first.level === 2 ? 'red' : 'orange'} variant="light" size="sm">
          {first.level === 2 ? 'Interdit' : 'Avertissement'}
        </Badge>
        <Text size="sm" fw={600} component="h3">
          {label}
          {errors.length > 1 ? ` (${errors.length})` : ''}
        </Text>
      </Group>
      <ul className={classes.sentences}>
        {(whole ? errors : errors.slice(0, firstLines)).map(({ agent, message }) => (
          <li key={`${agent?.id} ${message}`}>
            {agent ? <b>{agent.name} : </b> : null}
            {message}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {whole ? 'Réduire' : `Afficher ${plural(hidden, 'autre ligne', 'autres lignes')}`}
        </Button>
      )}
      {children}
    </section>
  );
}
