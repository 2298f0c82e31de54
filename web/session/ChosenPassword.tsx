// A new password, with the rule told while it is typed.
import { PasswordInput, Text } from '@mantine/core';
import { type ReactElement, useId } from 'react';
import { passwordFaults } from '#core/session/password.ts';
import classes from './ChosenPassword.module.css';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  /** After a first try what is missing is an error. */
  asked: boolean;
  violation?: string | null;
  autoFocus?: boolean;
}

const wanted = passwordFaults('');

export function ChosenPassword({ label, value, onChange, asked, violation, autoFocus }: Props): ReactElement {
  const rules = useId();
  const faults = passwordFaults(value);
  const unforeseen = faults.filter((fault) => !wanted.includes(fault));
  return (
    <div>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={violation ?? unforeseen[0] ?? (asked && faults.length > 0)}
        aria-describedby={rules}
        visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
        autoFocus={autoFocus ?? false}
        required
        withAsterisk={false}
      />
      <ul id={rules} className={classes.rules} aria-label="Règles du mot de passe" data-asked={asked}>
        {wanted.map((rule) => (
          <Text key={rule} component="li" size="xs" className={classes.rule ?? ''} data-met={!faults.includes(rule)}>
            {rule}
          </Text>
        ))}
      </ul>
    </div>
  );
}
