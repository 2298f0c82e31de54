import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address } from '#core/kernel/field.ts';
import { parseNumber } from '../format.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './fields.module.css';
import { TypedInput } from './TypedInput.tsx';

/** Where French-speaking agencies and their customers are. */
const codes = [
  'FR GP MQ GF RE YT PM BL MF NC PF WF MC',
  'AD BE CH LU DE ES GB IT NL PT',
  'BJ CI CM DZ GA MA ML SN TG TN',
].flatMap((region) => region.split(' '));

const regions = new Intl.DisplayNames('fr', { type: 'region' });
const countries = codes.map((value) => ({ value, label: regions.of(value) ?? value }));

interface CountrySelectProps {
  label: string;
  value: string | null;
  error?: string | undefined;
  onChange(code: string | null): void;
  onBlur(): void;
  'data-path': string;
}

export function CountrySelect({ value, ...props }: CountrySelectProps): ReactNode {
  // A country of an old row stays, listed or not.
  const data =
    value && !codes.includes(value) ? [...countries, { value, label: regions.of(value) ?? value }] : countries;
  return (
    <Select {...props} data={data} value={value} searchable openOnFocus={false} nothingFoundMessage="Aucun résultat" />
  );
}

const comma = (value: unknown): string => String(value).replace('.', ',');

export function AddressInput({
  field,
  path,
  address,
  faults,
  change,
  leave,
}: InputProps & { address: Partial<Address> }): ReactNode {
  const set = (changes: object): void => change(path, { ...address, ...changes });
  const part = (name: 'street' | 'zipcode' | 'city', label: string, autoComplete: string): ReactNode => (
    <TextInput
      label={label}
      autoComplete={autoComplete}
      data-path={`${path}.${name}`}
      error={faults[`${path}.${name}`]}
      value={address[name] ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      onBlur={() => leave(path)}
    />
  );
  const position = (name: 'latitude' | 'longitude', label: string): ReactNode => (
    <TypedInput
      label={label}
      inputMode="decimal"
      path={`${path}.location.${name}`}
      error={faults[`${path}.location.${name}`] ?? (name === 'latitude' ? faults[`${path}.location`] : undefined)}
      value={address.location?.[name] ?? null}
      show={comma}
      read={parseNumber}
      onChange={(next) => {
        const location = { latitude: null, longitude: null, ...address.location, [name]: next };
        set({ location: location.latitude === null && location.longitude === null ? null : location });
      }}
      onBlur={() => leave(path)}
    />
  );
  return (
    <FieldGroup field={field} error={faults[path]}>
      {part('street', 'Rue', 'off')}
      <div className={classes.address}>
        {part('zipcode', 'Code postal', 'off')}
        {part('city', 'Ville', 'off')}
        <CountrySelect
          label="Pays"
          data-path={`${path}.country`}
          error={faults[`${path}.country`]}
          value={address.country ?? null}
          onChange={(country) => set({ country })}
          onBlur={() => leave(path)}
        />
        {position('latitude', 'Latitude')}
        {position('longitude', 'Longitude')}
      </div>
    </FieldGroup>
  );
}
