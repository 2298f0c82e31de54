// Typed inputs: text, rich text, dates, times and numbers.
import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatFor } from '#core/kernel/formats.ts';
import { currencySign } from '#core/kernel/money.ts';
import { isFrench } from '#core/kernel/validators.ts';
import { isColour } from '#core/tenant/colour.ts';
import { CountrySelect } from '../fields/AddressInput.tsx';
import { helpBelow } from '../fields/FieldGroup.tsx';
import classes from '../fields/fields.module.css';
import { TypedInput } from '../fields/TypedInput.tsx';
import { RichTextInput } from '../richtext/index.tsx';
import type { InputProps } from './inputs.tsx';
import { useLocale } from './locale.ts';
import { durationWay, type TypedKind, typedWay } from './typed.ts';

/** Common props of Mantine inputs. */
export const common = ({ field, path, faults, leave }: InputProps) => ({
  label: field.label,
  // `required` on a flag is only for the types: it always has a value.
  required: field.required,
  description: field.help,
  error: faults[path],
  'data-path': path,
  onBlur: () => leave(path),
  ...helpBelow,
});

export function TextField(props: InputProps): ReactNode {
  const { field, path, value, change } = props;
  const french = isFrench(useLocale().holidayLocale);
  const text = typeof value === 'string' ? value : '';
  const taken = {
    ...common(props),
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => change(path, event.currentTarget.value),
  };
  if (field.format === 'country') {
    return <CountrySelect {...common(props)} value={text || null} onChange={(code) => change(path, code)} />;
  }
  const format = formatFor(field.format, french);
  if (format?.shown) return <ShapedField {...props} shown={format.shown} example={format.example} />;
  if (field.multiline) return <Textarea {...taken} autosize minRows={4} maxRows={16} />;
  if (field.format === 'colour')
    return <ColourField {...taken} label={field.label} text={text} pick={(hex) => change(path, hex)} />;
  const type = field.format === 'email' ? 'email' : field.format === 'phone' ? 'tel' : 'text';
  return <TextInput {...taken} type={type} autoComplete="off" placeholder={format?.example} />;
}

interface ColourFieldProps extends TextInputProps {
  label: string;
  text: string;
  pick(hex: string): void;
}

/** Typed, or chosen with the browser's colour picker. */
function ColourField({ text, pick, ...taken }: ColourFieldProps): ReactNode {
  return (
    <TextInput
      {...taken}
      autoComplete="off"
      placeholder="#1C5F9E"
      leftSection={
        <input
          type="color"
          className={classes.colour}
          aria-label={`Choisir : ${taken.label}`}
          value={isColour(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => pick(event.currentTarget.value.toUpperCase())}
        />
      }
    />
  );
}

/** Typed with or without spaces; formatted in groups on blur (E-020). */
function ShapedField(props: InputProps & { shown(kept: string): string; example: string | undefined }): ReactNode {
  const { path, value, shown, example, change } = props;
  return (
    <TypedInput
      {...typedCommon(props)}
      show={(kept) => shown(String(kept))}
      read={(text) => text}
      placeholder={example}
      value={value}
      onChange={(next) => change(path, next)}
    />
  );
}

/** Common props of typed inputs. */
const typedCommon = ({ field, path, faults, leave }: InputProps) => ({
  label: field.label,
  required: field.required,
  description: field.help,
  error: faults[path],
  path,
  onBlur: () => leave(path),
});

export function HtmlField({ field, path, value, faults, change, leave }: InputProps): ReactNode {
  return (
    <RichTextInput
      label={field.label}
      required={field.required}
      description={field.help}
      error={faults[path]}
      path={path}
      value={typeof value === 'string' ? value : ''}
      max={field.max}
      onChange={(html) => change(path, html)}
      onBlur={() => leave(path)}
    />
  );
}

export function TypedField(props: InputProps): ReactNode {
  const { field, path, value, change } = props;
  const locale = useLocale();
  return (
    <TypedInput
      {...(field.unit === 'minutes' ? durationWay : typedWay(field.kind as TypedKind, locale))}
      {...typedCommon(props)}
      value={value}
      unit={field.kind === 'money' ? currencySign(locale.currency) : undefined}
      onChange={(next) => change(path, next)}
    />
  );
}
