import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus, IconTrash } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { FieldGroup } from './FieldGroup.tsx';

/** The first number always has an input. */
export function PhonesInput({
  field,
  path,
  numbers,
  faults,
  change,
  leave,
}: InputProps & { numbers: string[] }): ReactNode {
  const shown = numbers.length === 0 ? [''] : numbers;
  const set = (index: number, number: string): void => change(path, shown.with(index, number));
  return (
    <FieldGroup field={field} error={faults[path]}>
      <Stack gap={6}>
        {shown.map((number, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a number is identified by its position
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              type="tel"
              aria-label={shown.length > 1 ? `${field.label} ${index + 1}` : field.label}
              data-path={`${path}.${index}`}
              value={number}
              error={faults[`${path}.${index}`]}
              onChange={(event) => set(index, event.currentTarget.value)}
              onBlur={() => leave(path)}
            />
            {shown.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="input-sm"
                aria-label={`Retirer ${field.label} ${index + 1}`}
                onClick={() => change(path, shown.toSpliced(index, 1))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {shown[0] !== '' && shown.length < 10 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => change(path, [...shown, ''])}
          >
            Ajouter un numéro
          </Button>
        )}
      </Stack>
    </FieldGroup>
  );
}
