// What is asked before a document is made, and its download.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Field } from '#core/kernel/field.ts';
import { useAct } from '../client/act.ts';
import { DialogAbove } from '../DialogAbove.tsx';
import { useMaximised } from '../dialog.ts';
import fieldClasses from '../fields/fields.module.css';
import { IconDownload } from '../icons.ts';
import { type Faults, FieldInput } from '../kinds/inputs.tsx';

interface DownloadDialogProps<K extends string> {
  title: string;
  asked: Readonly<Record<K, Field>>;
  first: Readonly<Record<K, unknown>>;
  faultsOf(values: Readonly<Record<K, unknown>>): Faults;
  says(values: Readonly<Record<K, unknown>>): ReactNode;
  /** Below what is asked. */
  more?(values: Readonly<Record<K, unknown>>): ReactNode;
  /** Resolves to true if the document was made. */
  download(values: Readonly<Record<K, unknown>>): Promise<boolean>;
  onClose(): void;
}

/** A fault is shown once its field was left, or the document was asked for. */
export function DownloadDialog<K extends string>(props: DownloadDialogProps<K>): ReactElement {
  const { title, asked, first, faultsOf, says, more, download, onClose } = props;
  const [values, setValues] = useState(first);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = faultsOf(values);
  const fullScreen = useMaximised();
  const act = useAct(async () => {
    if (await download(values)) onClose();
  });
  return (
    <DialogAbove opened onClose={onClose} title={title} fullScreen={fullScreen} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLeft(new Set(Object.keys(asked)));
          if (Object.keys(faults).length === 0) act.run();
        }}
      >
        <Stack>
          <Text size="sm">{says(values)}</Text>
          <div className={fieldClasses.grid}>
            {Object.entries<Field>(asked).map(([name, field]) => (
              <div key={name} data-width={field.width}>
                <FieldInput
                  field={field}
                  path={name}
                  value={values[name as K]}
                  faults={left.has(name) ? faults : {}}
                  change={(path, value) => setValues((before) => ({ ...before, [path]: value }))}
                  leave={(path) => setLeft((before) => new Set([...before, path]))}
                />
              </div>
            ))}
          </div>
          {more?.(values)}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={act.busy} leftSection={<IconDownload size={16} aria-hidden />}>
              Télécharger le PDF
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}
