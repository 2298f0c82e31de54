// A content that is read and saved as a whole: what was typed survives a reload, another's save is not overwritten.
import { Alert, Button, Group } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Problem } from '#core/kernel/problem.ts';
import { type Act, useAct } from '#ui/client/act.ts';
import { actKey } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/drafts.ts';
import { notifySuccess } from '#ui/notify.ts';

interface Draft<T> {
  value: T;
  version: number;
}

export interface Whole<T> {
  value: T;
  change(next: T): void;
  isChanged: boolean;
  /** Typed before a reload, and not saved yet. */
  isRestored: boolean;
  discard(): void;
  save: Act<[]>;
}

/** `send` answers the content as it was saved. */
export function useWhole<T>(
  name: string,
  read: Draft<T>,
  send: (value: T, version: number, key: string) => Promise<Draft<T>>,
  done: string,
): Whole<T> {
  const place = `guides.${name}`;
  const [stored, setStored] = useState(read);
  const [restored, setRestored] = useState<Draft<T> | null>(() => {
    const draft = readDraft<Draft<T>>(place);
    return draft?.version === read.version ? draft : null;
  });
  const [value, setValue] = useState<T>(restored?.value ?? read.value);
  const [key, setKey] = useState(actKey);
  const forget = (): void => {
    dropDraft(place);
    setRestored(null);
  };
  const save = useAct(async () => {
    try {
      const saved = await send(value, stored.version, key);
      setStored(saved);
      setValue(saved.value);
      forget();
      notifySuccess(done);
    } catch (error) {
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    setKey(actKey());
  });
  return {
    value,
    change: (next) => {
      setValue(next);
      keepDraft(place, { value: next, version: stored.version } satisfies Draft<T>);
    },
    isChanged: JSON.stringify(value) !== JSON.stringify(stored.value),
    isRestored: restored !== null,
    discard: () => {
      setValue(stored.value);
      forget();
    },
    save,
  };
}

/** Below the content: what is not saved yet, and its buttons. */
export function WholeButtons<T>({ whole, blocked }: { whole: Whole<T>; blocked: string | null }): ReactElement {
  const { isChanged, isRestored, discard, save } = whole;
  return (
    <>
      {isRestored && isChanged ? (
        <Alert color="yellow" variant="light" p="sm">
          Ces modifications n’étaient pas enregistrées : elles ont été retrouvées.
        </Alert>
      ) : null}
      <FormProblem problem={save.problem} />
      {blocked && isChanged ? (
        <Alert color="gray" variant="light" p="sm">
          {blocked}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        {isChanged ? (
          <Button variant="default" onClick={discard}>
            Annuler les modifications
          </Button>
        ) : null}
        <Button loading={save.busy} disabled={!isChanged || blocked !== null} onClick={() => save.run()}>
          Enregistrer
        </Button>
      </Group>
    </>
  );
}
