import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { DialogAbove } from '../DialogAbove.tsx';

interface PresetNameProps {
  label: string;
  onName(label: string): void;
  onClose(): void;
}

/** A saved filter has a title (D-011). */
export default function PresetName({ label, onName, onClose }: PresetNameProps): ReactNode {
  const [typed, setTyped] = useState(label);
  const [asked, setAsked] = useState(false);
  const empty = typed.trim() === '';
  return (
    <DialogAbove
      opened
      onClose={onClose}
      title={label === '' ? 'Sauvegarder le filtre' : 'Renommer le filtre'}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (empty) setAsked(true);
          else onName(typed.trim());
        }}
      >
        <TextInput
          label="Titre"
          required
          data-autofocus
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={asked && empty ? messages.required : undefined}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit">Sauvegarder</Button>
        </Group>
      </form>
    </DialogAbove>
  );
}
