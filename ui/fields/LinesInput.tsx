// A list of nested records: one card per line, which can be added, removed and reordered.
import { ActionIcon, Button, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { Fields } from '#core/kernel/field.ts';
import { isIndelible } from '#core/kernel/indelible.ts';
import { today } from '../clock.ts';
import { startingValues } from '../EntityDialog/values.ts';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { useLocale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './fields.module.css';
import { useLineKeys } from './lineKeys.ts';

type Line = Record<string, unknown>;

/** Lines with more fields are collapsed: users read the list before they edit a line. */
const longFrom = 13;
/** Number of fields in the header of a collapsed line. */
const summaryFields = 4;

interface LinesInputProps extends InputProps {
  lines: Line[];
  Member: ComponentType<InputProps>;
}

export function LinesInput({ field, path, lines, faults, change, leave, Member }: LinesInputProps): ReactNode {
  const locale = useLocale();
  const list = useRef<HTMLDivElement>(null);
  const fields = Object.entries(field.fields as Fields).filter(([, member]) => member.written === 'form');
  const one = field.one ?? 'Ligne';
  // A line that is not saved yet can always be removed.
  const stays = (line: Line): boolean => line.id !== undefined && isIndelible(field, line, today(locale.zone));
  const long = fields.length >= longFrom;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const keys = useLineKeys(lines.length);
  const isOpen = (index: number): boolean =>
    !long ||
    opened.has(keys.at(index)) ||
    lines[index]?.id === undefined ||
    Object.keys(faults).some((fault) => fault.startsWith(`${path}.${index}.`));
  const toggle = (index: number): void => {
    const key = keys.at(index);
    setOpened((before) =>
      before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
    );
  };
  const summaryOf = (line: Line): string =>
    fields
      .slice(0, summaryFields)
      .map(([name, member]) => textOf(member, line[name], locale))
      .filter((text) => text !== '')
      .join(' · ');
  const remove = (index: number): void => {
    keys.remove(index);
    change(path, lines.toSpliced(index, 1));
  };
  const reorder = (from: number, to: number): void => {
    const line = lines[from];
    if (line === undefined) return;
    keys.move(from, to);
    change(path, lines.toSpliced(from, 1).toSpliced(to, 0, line));
  };
  const add = (): void => {
    change(path, [...lines, startingValues(field.fields as Fields, locale)]);
    requestAnimationFrame(() => {
      const cards = list.current?.querySelectorAll<HTMLElement>('[data-line]');
      cards?.[cards.length - 1]?.querySelector<HTMLElement>('input, textarea')?.focus();
    });
  };
  return (
    <FieldGroup field={field} error={faults[path]}>
      <Stack gap="sm" ref={list}>
        {lines.length === 0 && (
          <Text size="sm" c="dimmed">
            Aucune ligne.
          </Text>
        )}
        {lines.map((line, index) => (
          <Card key={keys.at(index)} withBorder padding="sm" data-line role="group" aria-label={`${one} ${index + 1}`}>
            <Group justify="space-between" wrap="nowrap" mb={4}>
              {long && line.id !== undefined ? (
                <UnstyledButton
                  className={classes.lineHead}
                  aria-expanded={isOpen(index)}
                  onClick={() => toggle(index)}
                >
                  {isOpen(index) ? (
                    <IconChevronDown size={16} aria-hidden />
                  ) : (
                    <IconChevronRight size={16} aria-hidden />
                  )}
                  <Text size="sm" fw={600} component="span">
                    {one} {index + 1}
                  </Text>
                  <Text size="sm" c="dimmed" component="span" truncate>
                    {summaryOf(line)}
                  </Text>
                </UnstyledButton>
              ) : (
                <Text size="sm" fw={600}>
                  {one} {index + 1}
                </Text>
              )}
              <Group gap={2} wrap="nowrap">
                {lineAct(`Monter ${one} ${index + 1}`, IconArrowUp, index === 0, () => reorder(index, index - 1))}
                {lineAct(`Descendre ${one} ${index + 1}`, IconArrowDown, index === lines.length - 1, () =>
                  reorder(index, index + 1),
                )}
                {stays(line) ? (
                  <Text size="xs" c="dimmed" px={4} style={{ whiteSpace: 'nowrap' }}>
                    {field.indelible?.notice}
                  </Text>
                ) : (
                  lineAct(`Retirer ${one} ${index + 1}`, IconTrash, false, () => remove(index))
                )}
              </Group>
            </Group>
            {isOpen(index) && (
              <div className={classes.grid}>
                {fields.map(([name, member]) => (
                  <div key={name} data-width={member.width ?? 'full'}>
                    <Member
                      field={member}
                      path={`${path}.${index}.${name}`}
                      value={line[name]}
                      faults={faults}
                      change={change}
                      leave={() => leave(path)}
                    />
                  </div>
                ))}
              </div>
            )}
          </Card>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          disabled={lines.length >= (field.count ?? field.max ?? Number.POSITIVE_INFINITY)}
          // Target of the error of a required list.
          data-path={path}
          onClick={add}
        >
          Ajouter : {one}
        </Button>
      </Stack>
    </FieldGroup>
  );
}

const lineAct = (label: string, Icon: typeof IconTrash, disabled: boolean, act: () => void): ReactNode => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={disabled} onClick={act}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
