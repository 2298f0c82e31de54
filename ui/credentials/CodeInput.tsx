// Second factor: six digits of the application, or a recovery code if the phone is lost.
import { Anchor, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Problem } from '#core/kernel/problem.ts';

interface Props {
  value: string;
  onChange(value: string): void;
  error?: string | null;
  autoFocus?: boolean;
  /** Attributes of every element, if there is a dialog below. */
  own?: object;
}

/** Code of the application only. */
export function ApplicationCode({ value, onChange, error = null, autoFocus = false, own = {} }: Props): ReactElement {
  return (
    <TextInput
      label="Code de vérification"
      description="Les 6 chiffres que montre votre application d’authentification."
      placeholder="123 456"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      required
      withAsterisk={false}
      {...own}
    />
  );
}

export function CodeInput(props: Props): ReactElement {
  const { value, onChange, error = null, own = {} } = props;
  // Null: the application, until the user chooses.
  const [recovery, setRecovery] = useState<boolean | null>(null);
  const toggle = (): void => {
    onChange('');
    setRecovery(!recovery);
  };
  return (
    <div>
      {recovery ? (
        <TextInput
          label="Code de secours"
          description="L’un des codes conservés à l’activation ; il ne servira qu’une fois."
          placeholder="XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          autoFocus
          required
          withAsterisk={false}
          {...own}
        />
      ) : (
        <ApplicationCode {...props} autoFocus={props.autoFocus || recovery === false} />
      )}
      <Anchor component="button" type="button" size="sm" mt={6} onClick={toggle} {...own}>
        {recovery ? 'Utiliser mon application' : 'Utiliser un code de secours'}
      </Anchor>
    </div>
  );
}

/** Returns true if the server asks for a code in addition to the password. */
export const wantsCode = (error: unknown): boolean => error instanceof Problem && error.details.secondFactor === true;
