// Active filters as text, each with a button to remove it.
import { CloseButton, Group, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { archivedFilter, type Filters, idsFilter } from '#core/kernel/query.ts';
import { useNames } from '../fields/references.ts';
import { formatDay, plural } from '../format.ts';
import { codesOf } from '../kinds/codes.ts';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import { useView } from '../view.ts';
import classes from './Filters.module.css';
import { type DateFilter, isDateKind, knownFilters, withoutValue } from './normalise.ts';
import { isPeriod, periods } from './periods.ts';

interface FilterChipsProps {
  of: Entity;
  filters: Filters;
  onApply(filters: Filters): void;
}

export function FilterChips({ of, filters, onApply }: FilterChipsProps): ReactNode {
  const active = knownFilters(of, useView(of)).filter(([path]) => path in filters);
  if (active.length === 0) return null;
  const without = (path: string): Filters =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => name !== path));
  return (
    <Group gap={6} mb="sm" role="group" aria-label="Filtres actifs">
      {active.map(([path, field]) => (
        <span key={path} className={classes.chip}>
          {path === archivedFilter ? (
            'Avec les archivés'
          ) : path === idsFilter ? (
            `${field.label} : ${plural(selected(filters[path]), 'élément')}`
          ) : (
            <>
              <span className={classes.field}>{field.label} :</span>
              <Words field={field} value={filters[path]} />
            </>
          )}
          <CloseButton
            size="xs"
            aria-label={`Retirer le filtre ${field.label}`}
            onClick={() => onApply(without(path))}
          />
        </span>
      ))}
      {active.length > 1 && (
        <UnstyledButton className={classes.clear} onClick={() => onApply({})}>
          Tout retirer
        </UnstyledButton>
      )}
    </Group>
  );
}

const selected = (ids: unknown): number => (Array.isArray(ids) ? ids.length : 0);

function Words({ field, value }: { field: Field; value: unknown }): ReactNode {
  const locale = useLocale();
  if (field.kind !== 'ref' && field.kind !== 'refs') return wordsOf(field, value, locale);
  return value === withoutValue ? 'aucun' : <Names target={field.target ?? ''} ids={value as string[]} />;
}

const Names = ({ target, ids }: { target: string; ids: string[] }): ReactNode =>
  useNames(target, ids)
    .map(({ name }) => name)
    .join(', ');

function wordsOf(field: Field, value: unknown, locale: Locale): string {
  if (field.kind === 'status' || field.kind === 'choice' || field.kind === 'choices') {
    const wanted = Array.isArray(value) ? value : [value];
    return codesOf(field)
      .filter((code) => wanted.includes(code.value))
      .map(({ label }) => label)
      .join(', ');
  }
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? value : textOf(field, value, locale);
  const { from, to, period } = value as DateFilter;
  if (isPeriod(period)) return periods[period].label;
  const bound = (end: unknown): string => (isDateKind(field) ? formatDay(String(end)) : textOf(field, end, locale));
  if (from && to) return `${bound(from)} – ${bound(to)}`;
  return from ? `à partir de ${bound(from)}` : `jusqu'à ${bound(to)}`;
}
