import { Button, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { IconDownload, IconSearch } from '#ui/icons.ts';

interface Props {
  label: string;
  query: string;
  onQuery(query: string): void;
  onExport(): Promise<void>;
}

export function HoursTools({ label, query, onQuery, onExport }: Props): ReactElement {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await onExport();
    setBusy(false);
  };
  return (
    <>
      <TextInput
        size="xs"
        w="13rem"
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => void save()}
      >
        Exporter
      </Button>
    </>
  );
}
