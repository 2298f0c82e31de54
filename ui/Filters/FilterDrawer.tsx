// The filters of a list, edited together and applied at once (D-006, D-007).
import { Button, Drawer, Group, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Entity, statusPath } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { archivedFilter, type Filters, isInactive } from '#core/kernel/query.ts';
import { filters as filterOf } from '../kinds/filters.tsx';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { boundFault } from '../kinds/typed.ts';
import { useView } from '../view.ts';
import { filterFields, type Range, tidyFilters } from './normalise.ts';

interface FilterDrawerProps {
  of: Entity;
  filters: Filters;
  onApply(filters: Filters): void;
  onClose(): void;
}

const rangeOf = (value: unknown): Range<unknown> =>
  (typeof value === 'object' && value !== null ? value : {}) as Range<unknown>;

function isFaulty(field: Field, value: unknown, locale: Locale): boolean {
  const { from, to } = rangeOf(value);
  return [from, to].some((bound) => !isInactive(bound) && boundFault(field, bound, locale) !== null);
}

/** Days, times and numbers compare as they are written. */
function isReversed(value: unknown): boolean {
  const { from, to } = rangeOf(value);
  return !isInactive(from) && !isInactive(to) && typeof from === typeof to && (from as string) > (to as string);
}

export default function FilterDrawer({ of, filters, onApply, onClose }: FilterDrawerProps): ReactNode {
  const locale = useLocale();
  const [draft, setDraft] = useState<Filters>(filters);
  const [refused, setRefused] = useState(false);
  const fields = filterFields(of, useView(of));
  const faulty = fields.some(([path, field]) => isReversed(draft[path]) || isFaulty(field, draft[path], locale));
  const hasStatus = !isInactive(draft[statusPath(of)]);
  const hides = archivedStates(of.machine).length > 0 && draft[archivedFilter] !== true;
  const apply = (next: Filters): void => {
    onApply(tidyFilters(of, next));
    onClose();
  };
  return (
    <Drawer opened onClose={onClose} position="right" title="Filtres" size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (faulty) setRefused(true);
          else apply(draft);
        }}
      >
        <Stack gap="md">
          {fields.map(([path, field]) => {
            if (path === archivedFilter)
              return (
                <Switch
                  key={path}
                  label={field.label}
                  // A chosen status finds its rows alone.
                  description={hasStatus ? 'Sans effet avec un statut choisi' : undefined}
                  disabled={hasStatus}
                  checked={draft[path] === true}
                  onChange={({ currentTarget: { checked } }) =>
                    setDraft((before) => ({ ...before, [path]: checked || undefined }))
                  }
                />
              );
            const Filter = filterOf[field.kind];
            return (
              Filter && (
                <div key={path}>
                  <Filter
                    field={field}
                    value={draft[path]}
                    unset={path === statusPath(of) && hides ? 'Tout, sauf archivé' : undefined}
                    onChange={(value) => setDraft((before) => ({ ...before, [path]: value }))}
                  />
                  {isReversed(draft[path]) && (
                    <Text size="xs" c="red" mt={4} role="alert">
                      La fin précède le début
                    </Text>
                  )}
                </div>
              )
            );
          })}
          {refused && faulty && (
            <Text size="sm" c="red" role="alert">
              Corrigez les valeurs signalées pour appliquer les filtres.
            </Text>
          )}
          <Group justify="space-between" mt="sm">
            <Button variant="default" onClick={() => apply({})}>
              Réinitialiser
            </Button>
            <Button type="submit">Appliquer</Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}
