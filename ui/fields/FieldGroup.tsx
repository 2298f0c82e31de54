// Several inputs under one label.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '#core/kernel/field.ts';
import classes from './fields.module.css';

interface FieldGroupProps {
  field: Field;
  error?: string | undefined;
  children: ReactNode;
}

/** If the section has the same label, it is only read out, not shown twice. */
export const FieldGroup = ({ field, error, children }: FieldGroupProps): ReactNode => (
  <fieldset className={classes.group}>
    <legend className={classes.legend} data-hidden={(field.label === field.section && !field.filled) || undefined}>
      {field.label}
      {field.filled && (
        <span className={classes.asterisk} aria-hidden>
          {' *'}
        </span>
      )}
    </legend>
    {children}
    {field.help && (
      <Text size="xs" c="dimmed">
        {field.help}
      </Text>
    )}
    {error && (
      <Text size="xs" c="red" role="alert">
        {error}
      </Text>
    )}
  </fieldset>
);

/** Help is below the input, so that inputs side by side stay aligned. */
export const helpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } as {
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
};
