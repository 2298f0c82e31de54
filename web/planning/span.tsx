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
  answer(span: SeriesSpan | null): void;
}

const asked = store<Question | null>(null);
let count = 0;

/** Null: cancelled. */
export function askSpan(counts: Counts): Promise<SeriesSpan | null> {
  asked.get()?.answer(null);
  return new Promise((resolve) => {
    count += 1;
    asked.set({
      number: count,
      counts,
      answer: (span) => {
        asked.set(null);
        resolve(span);
      },
    });
  });
}

const spans = Object.keys(seriesSpans) as SeriesSpan[];

export function SpanHost(): ReactNode {
  const question = useStore(asked);
  // Leaving the screen cancels.
  useEffect(() => () => asked.get()?.answer(null), []);
  return question && <SpanDialog key={question.number} {...question} />;
}

/** Starts with this service alone: Enter must not change a whole series by accident. */
function SpanDialog({ counts, answer }: Question): ReactNode {
  const [span, setSpan] = useState<SeriesSpan>('one');
  return (
    <DialogAbove opened onClose={() => answer(null)} title={`Modifier ${counts[span]} service(s) ?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer(span);
        }}
      >
        <Stack>
          <Radio.Group
            label="Ce service fait partie d’une série"
            description="Ceux qui ont commencé restent comme ils sont."
            value={span}
            onChange={(value) => setSpan(value as SeriesSpan)}
          >
            <Stack gap="xs" mt="xs">
              {spans.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={one === 'one' ? seriesSpans[one] : `${seriesSpans[one]} (${counts[one]})`}
                  data-autofocus={one === span || undefined}
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
