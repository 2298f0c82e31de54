// How far a change of one service of a series goes: asked once, when it is saved.
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SeriesScope, seriesScopes } from '#core/planning/calls.ts';
import { store, useStore } from '#ui/client/store.ts';

type Counts = Readonly<Record<SeriesScope, number>>;

const asked = store<{ counts: Counts; answer(scope: SeriesScope | null): void } | null>(null);

/** Null: not saved after all. */
export function askScope(counts: Counts): Promise<SeriesScope | null> {
  asked.get()?.answer(null);
  return new Promise((resolve) => {
    asked.set({
      counts,
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
  const { counts, answer } = question;
  return (
    <Modal opened onClose={() => answer(null)} title={`Modifier ${counts[scope]} service(s) ?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer(scope);
        }}
      >
        <Stack>
          <Radio.Group
            label="Ce service fait partie d’une série"
            description="Ceux qui ont commencé restent comme ils sont."
            value={scope}
            onChange={(value) => setScope(value as SeriesScope)}
          >
            <Stack gap="xs" mt="xs">
              {scopes.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={one === 'one' ? seriesScopes[one] : `${seriesScopes[one]} (${counts[one]})`}
                  data-autofocus={one === scope || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => answer(null)}>
              Annuler
            </Button>
            <Button type="submit">Modifier</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
