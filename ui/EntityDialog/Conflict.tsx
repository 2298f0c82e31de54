// Edit conflict: another person saved the record first. Shows both values of each field that both changed.
import { Alert, Button, Group, Radio, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { messages } from '#core/kernel/problem.ts';
import { endpointsOf } from '../client/call.ts';
import { useCall } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { dash } from '../format.ts';
import { useLocale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import { pathFor } from '../may.ts';
import type { AnyRow } from '../moves.ts';
import classes from './EntityDialog.module.css';
import type { HistoryLine } from './History.tsx';
import type { Values } from './values.ts';

interface ConflictProps {
  of: Entity;
  /** The fields that both changed. */
  fields: readonly [string, Field][];
  values: Values;
  current: AnyRow;
  saving: boolean;
  onResolve(mine: ReadonlySet<string>): void;
  onCancel(): void;
}

export function Conflict({ of, fields, values, current, saving, onResolve, onCancel }: ConflictProps): ReactNode {
  const locale = useLocale();
  const id = useId();
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(fields.map(([path]) => path)));
  // The history is for the agency only.
  const enabled = pathFor(useSession(), of) === 'agency';
  const { data } = useCall(endpointsOf(of).history, { params: { id: current.id }, enabled });
  const author = (data as { history: HistoryLine[] } | undefined)?.history[0]?.author;
  const theirs = author ? `Valeur enregistrée par ${author}` : 'Valeur enregistrée';

  const choose = (path: string, own: boolean): void =>
    setMine((before) => {
      const next = new Set(before);
      if (own) next.add(path);
      else next.delete(path);
      return next;
    });
  // The form that had the focus is gone. While others are being saved nothing here takes it.
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!saving) first.current?.focus();
  }, [saving]);
  const words = (field: Field, value: unknown): string => textOf(field, value, locale) || dash;

  return (
    <div className={classes.conflict}>
      <Alert color="orange" title={messages.conflict} role="alert">
        <Text size="sm">
          Choisissez, champ par champ, la valeur à garder. Rien de ce que vous avez saisi n'est perdu.
        </Text>
      </Alert>
      {fields.map(([path, field], at) => (
        <Radio.Group
          key={path}
          name={`${id}-${path}`}
          label={field.label}
          value={mine.has(path) ? 'mine' : 'theirs'}
          onChange={(value) => choose(path, value === 'mine')}
        >
          <div className={classes.sides}>
            <Radio.Card
              ref={at === 0 ? first : null}
              value="mine"
              className={classes.side}
              data-path={`conflict.${path}.mine`}
            >
              <Text size="xs" c="dimmed">
                Votre valeur
              </Text>
              <Text size="sm" className={classes.whole}>
                {words(field, valueAt(values, path))}
              </Text>
            </Radio.Card>
            <Radio.Card value="theirs" className={classes.side}>
              <Text size="xs" c="dimmed">
                {theirs}
              </Text>
              <Text size="sm" className={classes.whole}>
                {words(field, valueAt(current, path))}
              </Text>
            </Radio.Card>
          </div>
        </Radio.Group>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Revenir à la saisie
        </Button>
        <Button loading={saving} onClick={() => onResolve(mine)}>
          Enregistrer ces choix
        </Button>
      </Group>
    </div>
  );
}
