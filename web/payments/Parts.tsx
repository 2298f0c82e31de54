// A new agency invoice in several payments (AB-015). None: one of the whole on the day it is due.
import { Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { day, money } from '#core/kernel/field.ts';
import { compare, type Exact, subtract, sum } from '#core/kernel/money.ts';
import type { PaymentDraft } from '#core/payments/invoice-calls.ts';
import { actKey } from '#ui/client/call.ts';
import { formatMoney } from '#ui/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import classes from './payments.module.css';

export interface Part {
  key: string;
  date: unknown;
  amount: unknown;
}

const fields = { date: day('Date', { required: true }), amount: money('Montant TTC', { required: true, min: 0 }) };
const names = ['date', 'amount'] as const;

export const arePartsWhole = (parts: readonly Part[]): boolean =>
  parts.every(({ date, amount }) => Boolean(date) && typeof amount === 'number');

export const draftsOf = (parts: readonly Part[]): PaymentDraft[] =>
  parts.map(({ date, amount }) => ({ date: String(date), amount: Number(amount) }));

interface PartsProps {
  parts: readonly Part[];
  total: Exact;
  currency: string;
  violation(path: string): string | null;
  onChange(parts: Part[]): void;
}

export function Parts({ parts, total, currency, violation, onChange }: PartsProps): ReactElement {
  const left = subtract(total, sum(parts.map(({ amount }) => (typeof amount === 'number' ? amount : 0))));
  return (
    <>
      {parts.map((part, index) => (
        <fieldset
          key={part.key}
          className={classes.line}
          aria-label={`Paiement ${index + 1}`}
          style={{ border: 0, margin: 0 }}
        >
          {names.map((path) => {
            const fault = violation(`partialPayments.${index}.${path}`);
            return (
              <FieldInput
                key={path}
                field={fields[path]}
                path={path}
                value={part[path]}
                faults={fault ? { [path]: fault } : {}}
                change={(_path, value) =>
                  onChange(parts.map((one) => (one.key === part.key ? { ...one, [path]: value } : one)))
                }
                leave={() => undefined}
              />
            );
          })}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() => onChange(parts.filter(({ key }) => key !== part.key))}
          >
            Retirer
          </Button>
        </fieldset>
      ))}
      {parts.length > 0 && compare(left, 0) !== 0 && (
        <Text size="sm" c="orange">
          {compare(left, 0) > 0
            ? `Reste à répartir : ${formatMoney(left, currency)}`
            : `Les paiements dépassent le total de ${formatMoney(subtract(0, left), currency)}`}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...parts, { key: actKey(), date: null, amount: null }])}
        style={{ alignSelf: 'flex-start' }}
      >
        {parts.length === 0 ? 'Régler en plusieurs paiements' : 'Ajouter un paiement'}
      </Button>
    </>
  );
}
