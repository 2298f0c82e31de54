// Gives one value to all records that are edited together (D-020).
import { Button, Collapse, Group, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Field, Kind } from '#core/kernel/field.ts';
import { useSession } from '../client/session.ts';
import { plural } from '../format.ts';
import { IconChevronDown } from '../icons.ts';
import { FieldInput } from '../kinds/inputs.tsx';
import classes from './MultiEdit.module.css';
import { formFields } from './values.ts';

export interface Given {
  path: string;
  value: unknown;
}

/** Lists of lines, files and pictures belong to one record each. */
const ownKinds: ReadonlySet<Kind> = new Set(['lines', 'file', 'files', 'found', 'status']);
/** So do numbers and addresses that name one person or company. */
const ownFormats: ReadonlySet<string> = new Set([
  'email',
  'siret',
  'professionalCard',
  'socialSecurityNumber',
  'bankDetails',
  'paymentCardNumber',
]);
export const isShared = ({ kind, format, unique, alone, sealed }: Field): boolean =>
  !ownKinds.has(kind) && !ownFormats.has(format ?? '') && !unique && !alone && !sealed;

interface GiveAllProps {
  of: Entity;
  count: number;
  disabled: boolean;
  onGive(given: Given): void;
}

export function GiveAll({ of, count, disabled, onGive }: GiveAllProps): ReactNode {
  const session = useSession();
  const [opened, setOpened] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const [value, setValue] = useState<unknown>(null);
  const fields = formFields(of, session).filter(([at, field]) => at !== of.title && isShared(field));
  const field = fields.find(([at]) => at === path)?.[1];
  if (count < 2 || fields.length === 0) return null;
  return (
    <div className={classes.give}>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={disabled}
        aria-expanded={opened}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        Donner la même valeur à tous
      </Button>
      <Collapse expanded={opened}>
        {opened && (
          <Group align="flex-end" gap="sm" mt="xs">
            <Select
              label="Champ"
              searchable
              data={fields.map(([at, { label, section }]) => ({
                value: at,
                label: section === undefined || section === label ? label : `${label} (${section})`,
              }))}
              value={path}
              onChange={(next) => {
                setPath(next);
                // « Non » can be given without a click: an untouched flag shows it.
                setValue(fields.find(([at]) => at === next)?.[1].kind === 'flag' ? false : null);
              }}
            />
            {field && path !== null && (
              <>
                <div className={classes.value}>
                  <FieldInput
                    field={field}
                    path={path}
                    value={value}
                    faults={{}}
                    change={(at, next) => at === path && setValue(next)}
                    leave={() => undefined}
                  />
                </div>
                <Button variant="light" disabled={disabled} onClick={() => onGive({ path, value })}>
                  Donner aux {plural(count, 'fiche')}
                </Button>
              </>
            )}
          </Group>
        )}
      </Collapse>
    </div>
  );
}
