// The specialty that a service asks for: among those of its site, or of the agency if the site has none (E-053, E-054).
import { Select } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { FieldInput, type InputProps } from '#ui/kinds/inputs.tsx';
import { useRecordPlace } from '#ui/kinds/record.ts';
import { common } from '#ui/kinds/textInputs.tsx';
import { useSite } from '../sites/SitePicker.tsx';

export function SpecialtyInput(props: InputProps): ReactElement {
  const { field, path, change } = props;
  const value = (props.value ?? null) as Reference | null;
  const record = useRecordPlace();
  const chosen = record?.values?.().site as Reference | null | undefined;
  const site = useSite(chosen?.id);
  const offered = (site?.specialties ?? []) as Reference[];
  const isGone = value !== null && offered.length > 0 && !offered.some(({ id }) => id === value.id);
  // A stored one that its site no longer offers stays: only another choice of site clears it.
  const [stored] = useState(chosen?.id);
  const isCleared = isGone && chosen?.id !== stored;
  useEffect(() => {
    if (isCleared) change(path, null);
  }, [isCleared, path, change]);
  if (!site || offered.length === 0)
    return <FieldInput {...props} field={site ? { ...field, help: "Le site n'a pas de spécialités" } : field} />;
  const options = isGone ? [...offered, value] : offered;
  return (
    <Select
      {...common(props)}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => change(path, options.find((one) => one.id === id) ?? null)}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer' }}
      openOnFocus={false}
    />
  );
}
