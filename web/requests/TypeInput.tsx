// The type of a collaborator's request: the fields that follow depend on what it becomes.
import { Select } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { wholeDays } from '#core/planning/unavailability.ts';
import { RequestType } from '#core/requests/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import type { InputProps } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';

interface Type extends Reference {
  nature: string;
}

export function TypeInput({ field, path, value, faults, change, leave }: InputProps): ReactElement {
  const { zone } = useLocale();
  const list = useCall(
    endpointsOf(RequestType).list as never,
    {
      input: { filters: { enabled: true }, orderBy: 'name', ascending: true, limit: 100 },
    } as never,
  ) as { data?: { requestTypes?: Type[] }; isError: boolean };
  const types = list.data?.requestTypes ?? [];
  const chosen = value as Reference | null | undefined;
  // One that is no longer offered stays on the records that have it.
  const known = chosen && !types.some(({ id }) => id === chosen.id) ? [{ ...chosen, nature: '' }, ...types] : types;
  return (
    <Select
      label={field.label}
      required={field.required}
      error={faults[path] ?? (list.isError ? 'Les types n’ont pas pu être lus' : undefined)}
      data-path={path}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      allowDeselect={false}
      onBlur={() => leave(path)}
      onChange={(id) => {
        const type = types.find((one) => one.id === id);
        if (!type) return;
        change(path, { id: type.id, name: type.name });
        change('nature', type.nature);
        if (type.nature === 'LEAVE') {
          const day = wholeDays(today(zone), today(zone), zone);
          change('startAt', day.startAt);
          change('endAt', day.endAt);
        }
      }}
    />
  );
}
