// Input of a new password, with its rule shown while typing.
import { PasswordInput, Text, VisuallyHidden } from '@mantine/core';
import type { ReactElement } from 'react';
import { passwordFaults } from '#core/session/password.ts';
import classes from './ChosenPassword.module.css';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The shortest accepted. */
  length: number;
  /** After the first try, what is missing is an error. */
  asked: boolean;
  violation?: string | null;
  autoFocus?: boolean;
}

export function ChosenPassword({ label, value, onChange, length, asked, violation, autoFocus }: Props): ReactElement {
  const wanted = passwordFaults('', length);
  const faults = passwordFaults(value, length);
  const unforeseen = faults.filter((fault) => !wanted.includes(fault));
  // The list below shows what is missing; screen readers read it with the field.
  const missing = asked && faults.length > 0 ? <VisuallyHidden>{faults.join(' ')}</VisuallyHidden> : null;
  const error = violation ?? unforeseen[0] ?? missing;
  return (
    <div>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        aria-invalid={error !== null}
        visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
        autoFocus={autoFocus ?? false}
        required
        withAsterisk={false}
      />
      <ul className={classes.rules} aria-label="Règles du mot de passe" data-asked={asked}>
        {wanted.map((rule) => (
          <Text key={rule} component="li" size="xs" className={classes.rule ?? ''} data-met={!faults.includes(rule)}>
            {rule}
          </Text>
        ))}
      </ul>
    </div>
  );
}
