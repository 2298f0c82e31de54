// Read-only record (C-024): the same sections, with values instead of inputs.
import { Card, Text } from '@mantine/core';
import { type ReactNode, useMemo, useRef } from 'react';
import { type Entity, flatFields, isShown, shownAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { SealedValue } from '../fields/Sealed.tsx';
import { ReadFiles } from '../files/ReadFiles.tsx';
import { dash } from '../format.ts';
import { useLocale } from '../kinds/locale.ts';
import { RecordProvider } from '../kinds/record.ts';
import { Shown, textOf } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import { Html } from '../richtext/Html.tsx';
import { useView } from '../view.ts';
import classes from './EntityDialog.module.css';
import type { DialogExtras } from './extras.ts';
import { Sections } from './Sections.tsx';
import { sectionsOf } from './sections.ts';

type Line = Record<string, unknown>;

export function Sheet({ of, row, extras }: { of: Entity; row: AnyRow; extras?: DialogExtras | undefined }): ReactNode {
  const view = useView(of);
  const only = extras?.only;
  const scroller = useRef<HTMLDivElement>(null);
  const sections = useMemo(
    () =>
      sectionsOf(
        flatFields(of.fields).filter(
          ([path, field]) =>
            field.kind !== 'status' && view.sees(path) && isShown(field, row, view.scope) && (only?.(field) ?? true),
        ),
      ),
    [of, row, view, only],
  );
  const { id } = row;
  const record = useMemo(() => ({ of, id }), [of, id]);
  return (
    <Sections
      sections={sections}
      scroller={scroller}
      sectioned={extras?.sectioned}
      read
      below={(section) => {
        const Below = extras?.below?.[section];
        return Below && <Below section={section} values={row} />;
      }}
      render={(path, field) => (
        <RecordProvider value={record}>
          <ReadField field={field} path={path} value={shownAt(row, path, field)} />
        </RecordProvider>
      )}
    />
  );
}

interface ReadProps {
  field: Field;
  /** For a member of a line: its name only. */
  path: string;
  value: unknown;
}

export function ReadField({ field, path, value }: ReadProps): ReactNode {
  return (
    <dl className={classes.read}>
      <dt>{field.label}</dt>
      <dd>
        <ReadValue field={field} path={path} value={value} />
      </dd>
    </dl>
  );
}

function ReadValue({ field, path, value }: ReadProps): ReactNode {
  const locale = useLocale();
  if (field.kind === 'lines') return <ReadLines field={field} lines={(value ?? []) as Line[]} />;
  if (field.sealed && typeof value === 'string') return <SealedValue field={field} path={path} mask={value} />;
  if (field.kind === 'text' && typeof value === 'string') return <span className={classes.whole}>{value}</span>;
  if (field.kind === 'html' && typeof value === 'string') return <Html value={value} />;
  if (field.kind === 'file' || field.kind === 'files') return <ReadFiles field={field} value={value} />;
  if (field.kind === 'flags' || field.kind === 'address') {
    return <span className={classes.whole}>{textOf(field, value, locale) || dash}</span>;
  }
  return <Shown field={field} value={value} />;
}

function ReadLines({ field, lines }: { field: Field; lines: Line[] }): ReactNode {
  const fields = Object.entries(field.fields as Fields).filter(([, { offScreen }]) => !offScreen);
  if (lines.length === 0) {
    return (
      <Text span c="dimmed">
        {dash}
      </Text>
    );
  }
  return lines.map((line) => (
    <Card key={line.id as string} withBorder padding="xs" mb="xs">
      {fields.map(([name, member]) => (
        <ReadField key={name} field={member} path={name} value={line[name]} />
      ))}
    </Card>
  ));
}
