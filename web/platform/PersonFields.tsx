// The three fields of a person whom the platform invites.
import { SimpleGrid, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import type { InvitedPerson } from '#core/platform/person.ts';

export const nobodyYet: InvitedPerson = { firstname: '', lastname: '', email: '' };
export const isBlank = (person: InvitedPerson): boolean => Object.values(person).every((value) => value.trim() === '');

interface PersonFieldsProps {
  value: InvitedPerson;
  onChange(next: InvitedPerson): void;
  /** The server's message about one field. */
  violation(path: string): string | null;
  required?: boolean;
}

export function PersonFields({ value, onChange, violation, required = true }: PersonFieldsProps): ReactElement {
  const field = (name: keyof InvitedPerson, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      required={required}
      maxLength={name === 'email' ? 255 : 100}
      value={value[name]}
      error={violation(name)}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {field('firstname', 'Prénom')}
        {field('lastname', 'Nom de famille')}
      </SimpleGrid>
      {field('email', 'Adresse e-mail', 'email')}
    </>
  );
}
