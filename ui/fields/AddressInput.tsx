import { Autocomplete, Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Address } from '#core/kernel/field.ts';
import { parseDegrees } from '../format.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { type AddressPart, approximateWords, filledBy, isApproximate, useKnownAddresses } from './addresses.ts';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './fields.module.css';
import { TypedInput } from './TypedInput.tsx';

/** Countries of French-speaking agencies and their customers. */
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
  // Keep the country of an old row, even if it is not listed.
  const data =
    value && !codes.includes(value) ? [...countries, { value, label: regions.of(value) ?? value }] : countries;
  return (
    <Select {...props} data={data} value={value} searchable openOnFocus={false} nothingFoundMessage="Aucun résultat" />
  );
}

const comma = (value: unknown): string => String(value).replace('.', ',');

const keepServerOrder = <O,>({ options }: { options: O }): O => options;

type AddressInputProps = InputProps & { address: Partial<Address> };

interface PartInputProps extends AddressInputProps {
  name: AddressPart;
  label: string;
}

/** Free text, with suggestions of known addresses. */
function PartInput({ path, address, faults, change, leave, name, label }: PartInputProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const known = useKnownAddresses(typed, name);
  return (
    <Autocomplete
      label={label}
      autoComplete="off"
      data-path={`${path}.${name}`}
      error={faults[`${path}.${name}`]}
      value={address[name] ?? ''}
      openOnFocus={false}
      filter={keepServerOrder}
      data={known.map((one, index) => ({ value: String(index), label: one[name] ?? '' }))}
      renderOption={({ option }) => {
        const { street, zipcode, city } = known[Number(option.value)] ?? { street: null, zipcode: null, city: null };
        const town = [zipcode, city].filter(Boolean).join(' ');
        return (
          <span className={classes.option}>
            <span>{street ?? town}</span>
            {street !== null && <small>{town}</small>}
          </span>
        );
      }}
      onChange={(value) => {
        setTyped(value);
        change(`${path}.${name}`, value);
      }}
      onOptionSubmit={(index) => {
        const picked = known[Number(index)];
        if (picked) change(path, filledBy(address, picked));
        // The input now writes the text of the option: do not search for it.
        queueMicrotask(() => setTyped(null));
      }}
      onBlur={() => {
        setTyped(null);
        leave(path);
      }}
    />
  );
}

export function AddressInput(props: AddressInputProps): ReactNode {
  const { field, path, address, faults, change, leave } = props;
  const set = (changes: object): void => change(path, { ...address, ...changes });
  const position = (name: 'latitude' | 'longitude', label: string): ReactNode => (
    <TypedInput
      label={label}
      inputMode="decimal"
      path={`${path}.location.${name}`}
      error={faults[`${path}.location.${name}`] ?? (name === 'latitude' ? faults[`${path}.location`] : undefined)}
      value={address.location?.[name] ?? null}
      show={comma}
      read={parseDegrees}
      onChange={(next) => {
        const location = { latitude: null, longitude: null, ...address.location, [name]: next };
        set({ location: location.latitude === null && location.longitude === null ? null : location });
      }}
      onBlur={() => leave(path)}
    />
  );
  return (
    <FieldGroup field={field} error={faults[path]}>
      <PartInput {...props} name="street" label="Rue" />
      <div className={classes.address}>
        <PartInput {...props} name="zipcode" label="Code postal" />
        <PartInput {...props} name="city" label="Ville" />
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
      {isApproximate(address) && (
        <Text size="xs" c="dimmed" role="note">
          {approximateWords} Placez-la sur la carte, ou saisissez la latitude et la longitude.
        </Text>
      )}
    </FieldGroup>
  );
}
