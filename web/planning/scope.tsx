// Asks which services of a series a change applies to, when it is saved.
import { Button, Group, Radio, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type SeriesSpan, seriesSpans } from '#core/planning/calls.ts';
import { store, useStore } from '#ui/client/store.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';

type Counts = Readonly<Record<SeriesSpan, number>>;

interface Question {
  /** React key: each question is a new dialog. */
  number: number;
  counts: Counts;
  answer(scope: SeriesSpan | null): void;
}

const asked = store<Question | null>(null);
let count = 0;

/** Null: cancelled. */
export function askScope(counts: Counts): Promise<SeriesSpan | null> {
  asked.get()?.answer(null);
  return new Promise((resolve) => {
    count += 1;
    asked.set({
      number: count,
      counts,
      answer: (scope) => {
        asked.set(null);
        resolve(scope);
      },
    });
  });
}

const scopes = Object.keys(seriesSpans) as SeriesSpan[];

export function ScopeHost(): ReactNode {
  const question = useStore(asked);
  // Leaving the screen cancels.
  useEffect(() => () => asked.get()?.answer(null), []);
  return question && <ScopeDialog key={question.number} {...question} />;
}

/** Starts with this service alone: Enter must not change a whole series by accident. */
function ScopeDialog({ counts, answer }: Question): ReactNode {
  const [scope, setScope] = useState<SeriesSpan>('one');
  return (
    <DialogAbove opened onClose={() => answer(null)} title={`Modifier ${counts[scope]} service(s) ?`}>
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
            onChange={(value) => setScope(value as SeriesSpan)}
          >
            <Stack gap="xs" mt="xs">
              {scopes.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={one === 'one' ? seriesSpans[one] : `${seriesSpans[one]} (${counts[one]})`}
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
    </DialogAbove>
  );
}
