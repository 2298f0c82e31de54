// How far a change of one service of a series goes: asked once, when it is saved.
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SeriesScope, seriesScopes } from '#core/planning/calls.ts';
import { store, useStore } from '#ui/client/store.ts';

const asked = store<{ answer(scope: SeriesScope | null): void } | null>(null);

/** Null: not saved after all. */
export function askScope(): Promise<SeriesScope | null> {
  asked.get()?.answer(null);
  return new Promise((resolve) => {
    asked.set({
      answer: (scope) => {
        asked.set(null);
        resolve(scope);
      },
    });
  });
}

const scopes = Object.keys(seriesScopes) as SeriesScope[];

export function ScopeHost(): ReactNode {
  const question = useStore(asked);
  const [scope, setScope] = useState<SeriesScope>('one');
  if (!question) return null;
  return (
    <Modal opened onClose={() => question.answer(null)} title="Ce service fait partie d’une série">
      <Stack>
        <Radio.Group label="Que faut-il modifier ?" value={scope} onChange={(value) => setScope(value as SeriesScope)}>
          <Stack gap="xs" mt="xs">
            {scopes.map((one) => (
              <Radio key={one} value={one} label={seriesScopes[one]} data-autofocus={one === 'one' || undefined} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => question.answer(null)}>
            Annuler
          </Button>
          <Button onClick={() => question.answer(scope)}>Enregistrer</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
