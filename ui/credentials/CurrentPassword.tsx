// Asks for the password again before sensitive actions, in case somebody else uses the session.
import { PasswordInput } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  label?: string;
  value: string;
  onChange(value: string): void;
  error: string | null;
  autoFocus?: boolean;
}

export function CurrentPassword({ label = 'Mot de passe', value, onChange, error, autoFocus }: Props): ReactElement {
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus ?? false}
      required
      withAsterisk={false}
    />
  );
}
