// Searchable selects over the rows of another entity.
import { CheckIcon, Loader, MultiSelect, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Offer, Reference } from '#core/kernel/field.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { helpBelow } from './FieldGroup.tsx';
import classes from './fields.module.css';
import { type Offered, type Picked, useReferences } from './references.ts';

interface CommonProps {
  target: string;
  label: string;
  required?: boolean | undefined;
  description?: string | undefined;
  error?: string | undefined;
  /** Only rows that a form may refer to; absent: all rows, for filters. */
  offer?: Offer | undefined;
  path?: string;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
}

interface Search extends Picked {
  text: string;
  type(text: string): void;
  opening: { onDropdownOpen(): void; onDropdownClose(): void };
  nothing: string;
}

function useSearch({ target, offer }: CommonProps, shown: string): Search {
  const [text, type] = useState('');
  const [opened, setOpened] = useState(false);
  // The select writes the chosen name into its search text: do not search for it.
  const [settled] = useDebouncedValue(text === shown ? '' : text.trim(), searchDelay);
  const picked = useReferences(target, { search: settled, offer: offer ?? null, enabled: opened });
  return {
    ...picked,
    text,
    type,
    opening: { onDropdownOpen: () => setOpened(true), onDropdownClose: () => setOpened(false) },
    nothing: picked.problem ?? (picked.loading ? 'Recherche…' : 'Aucun résultat'),
  };
}

const options = (found: readonly Reference[], chosen: readonly Reference[]): { value: string; label: string }[] =>
  [...found, ...chosen.filter(({ id }) => !found.some((option) => option.id === id))].map(({ id, name }) => ({
    value: id,
    label: name,
  }));

/** The name, and below it a detail that distinguishes rows with the same name. */
const offer =
  (found: readonly Offered[]) =>
  ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }): ReactNode => {
    const detail = found.find(({ id }) => id === option.value)?.detail;
    return (
      <>
        <span className={classes.option}>
          <span>{option.label}</span>
          {detail && <small>{detail}</small>}
        </span>
        {checked && <CheckIcon size={12} style={{ marginInlineStart: 'auto', flex: 'none' }} />}
      </>
    );
  };

const keepServerOrder = <O,>({ options: found }: { options: O }): O => found;

function Refused({ refusal, children }: { refusal: string | null; children: ReactNode }): ReactNode {
  return refusal === null ? (
    children
  ) : (
    <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }}>
      <div>{children}</div>
    </Tooltip>
  );
}

/** Stays in the tab order, so that screen readers read the reason. */
const refusedProps = (refusal: string | null): object =>
  refusal === null ? {} : { readOnly: true, 'aria-disabled': true, description: refusal };

export function ReferenceSelect({
  value,
  onChange,
  ...props
}: CommonProps & { value: Reference | null; onChange(value: Reference | null): void }): ReactNode {
  const search = useSearch(props, value?.name ?? '');
  return (
    <Refused refusal={search.refusal}>
      <Select
        label={props.label}
        required={props.required ?? false}
        description={props.description}
        error={props.error}
        placeholder={props.placeholder}
        data-path={props.path}
        {...helpBelow}
        searchable
        openOnFocus={false}
        clearable={!props.required}
        allowDeselect={!props.required}
        clearButtonProps={{ 'aria-label': 'Effacer' }}
        filter={keepServerOrder}
        renderOption={offer(search.options)}
        data={options(search.options, value ? [value] : [])}
        value={value?.id ?? null}
        onChange={(id, option) => onChange(id === null ? null : { id, name: option?.label ?? '' })}
        onSearchChange={search.type}
        nothingFoundMessage={search.nothing}
        onBlur={props.onBlur}
        {...(search.loading ? { rightSection: <Loader size={14} /> } : {})}
        {...search.opening}
        {...refusedProps(search.refusal)}
      />
    </Refused>
  );
}

export function ReferencesSelect({
  value,
  onChange,
  ...props
}: CommonProps & { value: readonly Reference[]; onChange(value: Reference[]): void }): ReactNode {
  const search = useSearch(props, '');
  const known = options(search.options, value);
  return (
    <Refused refusal={search.refusal}>
      <MultiSelect
        label={props.label}
        required={props.required ?? false}
        description={props.description}
        error={props.error}
        placeholder={value.length === 0 ? (props.placeholder ?? 'Rechercher') : undefined}
        data-path={props.path}
        {...helpBelow}
        searchable
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': 'Effacer' }}
        filter={keepServerOrder}
        renderOption={offer(search.options)}
        data={known}
        value={value.map(({ id }) => id)}
        onChange={(ids) =>
          onChange(ids.map((id) => ({ id, name: known.find((option) => option.value === id)?.label ?? '' })))
        }
        searchValue={search.text}
        onSearchChange={search.type}
        nothingFoundMessage={search.nothing}
        onBlur={props.onBlur}
        {...search.opening}
        {...refusedProps(search.refusal)}
      />
    </Refused>
  );
}
