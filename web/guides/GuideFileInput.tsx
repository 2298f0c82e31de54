// One file of the platform: sent as soon as it is chosen, renamed at will.
import { ActionIcon, Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { uploadGuideFile } from '#core/guides/guide-calls.ts';
import type { GuideFile } from '#core/guides/tutorials.ts';
import { useAct } from '#ui/client/act.ts';
import { formatSize } from '#ui/files/size.ts';
import { uploadFile } from '#ui/files/upload.ts';
import { IconTrash } from '#ui/icons.ts';

interface Props {
  file: GuideFile | null;
  /** Null: taken away, chosen or not. */
  onChange(file: GuideFile | null): void;
}

export function GuideFileInput({ file, onChange }: Props): ReactElement {
  const [share, setShare] = useState(0);
  const send = useAct(async (chosen: File) => {
    setShare(0);
    const { id, name, mimeType, size } = await uploadFile(chosen, { onProgress: setShare }, uploadGuideFile);
    onChange({ id, name, mimeType, size });
  });
  if (file)
    return (
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Nom du fichier"
          required
          maxLength={200}
          style={{ flex: 1 }}
          value={file.name}
          onChange={({ currentTarget }) => onChange({ ...file, name: currentTarget.value })}
        />
        <Text size="sm" c="dimmed" pb={8}>
          {formatSize(file.size)}
        </Text>
        <Remove label={`Retirer ${file.name}`} onClick={() => onChange(null)} />
      </Group>
    );
  return (
    <div>
      <Group gap="xs">
        <FileButton onChange={(chosen) => chosen && send.run(chosen)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-md" loading={send.busy}>
              Choisir un fichier
            </Button>
          )}
        </FileButton>
        <Remove label="Retirer ce fichier" onClick={() => onChange(null)} />
      </Group>
      {send.busy ? <Text size="sm" c="dimmed">{`Envoi : ${Math.round(share * 100)} %`}</Text> : null}
      {send.problem ? (
        <Text size="sm" c="red" role="alert">
          {send.problem.message}
        </Text>
      ) : null}
    </div>
  );
}

const Remove = ({ label, onClick }: { label: string; onClick(): void }): ReactElement => (
  <ActionIcon variant="subtle" color="red" mb={4} aria-label={label} onClick={onClick}>
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
);
