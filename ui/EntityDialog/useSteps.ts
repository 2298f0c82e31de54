// Forms of several records: which are shown, which have faults, and how they are saved together (D-020, D-021).
import { useCallback, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { invalidateEntity } from '../client/queries.tsx';
import { forEachConcurrent } from '../concurrent.ts';
import { readyToSave } from '../files/unsent.ts';
import { plural } from '../format.ts';
import { askToLeave } from '../leaving.ts';
import type { AnyRow } from '../moves.ts';
import { notifySuccess, notifyWarning } from '../notify.ts';
import { titleOf } from '../Table/Row.tsx';
import type { DialogExtras } from './extras.ts';
import type { Given } from './GiveAll.tsx';
import type { StepHandle, StepState } from './Step.tsx';
import type { StepItem } from './StepTabs.tsx';
import type { Outcome } from './useRecordForm.ts';

export interface Refusal extends StepItem {
  problem: string;
}

/** Result of the last save. */
export interface SaveReport {
  saved: number;
  refused: readonly Refusal[];
}

export interface Steps {
  steps: readonly StepItem[];
  states: Readonly<Record<string, StepState>>;
  active: string;
  /** Opened at least once: their forms are mounted. */
  visited: ReadonlySet<string>;
  progress: { done: number; total: number } | null;
  report: SaveReport | null;
  isDirty(): boolean;
  choose(id: string): void;
  close(id: string): Promise<void>;
  /** The last value given to all records, once each. */
  given: Given | null;
  give(given: Given): void;
  save(): Promise<void>;
  forgetAll(): void;
  register(id: string, handle: StepHandle | null): void;
  onState(id: string, state: StepState): void;
  onSaved(id: string): void;
}

const untouched: StepState = { dirty: false, faulty: false };

export const savedWords = ({ label }: Entity, count: number): string => {
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()];
  return label.feminine
    ? plural(count, `${one} enregistrée`, `${many} enregistrées`)
    : plural(count, `${one} enregistré`, `${many} enregistrés`);
};

export function useSteps(
  of: Entity,
  rows: readonly AnyRow[],
  onClose: () => void,
  askMany?: DialogExtras['askMany'],
): Steps {
  const [steps, setSteps] = useState<readonly StepItem[]>(() =>
    rows.map((row) => ({ id: row.id, name: titleOf(of, row) })),
  );
  const [active, setActive] = useState(() => rows[0]?.id ?? '');
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([active]));
  const [states, setStates] = useState<Readonly<Record<string, StepState>>>({});
  const [progress, setProgress] = useState<Steps['progress']>(null);
  const [report, setReport] = useState<SaveReport | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const handles = useRef(new Map<string, StepHandle>());

  const register = useCallback((id: string, handle: StepHandle | null) => {
    if (handle) handles.current.set(id, handle);
    else handles.current.delete(id);
  }, []);
  const onState = useCallback(
    (id: string, state: StepState) =>
      setStates((before) => {
        const known = before[id] ?? untouched;
        return known.dirty === state.dirty && known.faulty === state.faulty ? before : { ...before, [id]: state };
      }),
    [],
  );
  const choose = useCallback((id: string) => {
    setActive(id);
    setVisited((before) => (before.has(id) ? before : new Set([...before, id])));
  }, []);

  const remove = (gone: ReadonlySet<string>): void => {
    const left = steps.filter(({ id }) => !gone.has(id));
    setSteps(left);
    if (left.length === 0) {
      onClose();
      return;
    }
    if (!gone.has(active)) return;
    const at = steps.findIndex(({ id }) => id === active);
    choose((steps.slice(at).find(({ id }) => !gone.has(id)) ?? (left.at(-1) as StepItem)).id);
  };
  const isDirty = (): boolean => [...handles.current.values()].some((handle) => handle.isDirty());

  const save = async (): Promise<void> => {
    if (progress || !(await readyToSave())) return;
    if (!isDirty()) {
      notifyWarning(messages.nothingToSave);
      return;
    }
    // Every step is checked before anything is sent.
    const opened = steps.flatMap((step) => {
      const handle = handles.current.get(step.id);
      return handle ? [{ step, handle, fault: handle.validate() }] : [];
    });
    const outcomes = new Map<string, Outcome>();
    for (const { step, fault } of opened) if (fault) outcomes.set(step.id, fault);
    const sent = opened.filter(({ handle, fault }) => !fault && handle.isDirty());
    const records = sent.map(({ handle }) => handle.record());
    if (sent.length > 0 && askMany && !(await askMany(records))) return;
    setReport(null);
    setProgress({ done: 0, total: sent.length });
    let done = 0;
    await forEachConcurrent(sent, async ({ step, handle }) => {
      outcomes.set(step.id, await handle.save());
      done += 1;
      setProgress({ done, total: sent.length });
    });
    setProgress(null);
    const saved = new Set([...outcomes].filter(([, outcome]) => outcome.saved).map(([id]) => id));
    const refused = steps.flatMap((step): Refusal[] => {
      const outcome = outcomes.get(step.id);
      return outcome && !outcome.saved ? [{ ...step, problem: outcome.problem ?? 'Non enregistré : annulé' }] : [];
    });
    if (saved.size > 0) void invalidateEntity(of, [...saved]);
    const [first] = refused;
    if (!first) {
      notifySuccess(savedWords(of, saved.size));
      onClose();
      return;
    }
    setReport({ saved: saved.size, refused });
    setSteps(steps.filter(({ id }) => !saved.has(id)));
    choose(first.id);
    const path = outcomes.get(first.id)?.first ?? null;
    // A panel that was hidden can take the focus only when it is drawn.
    const focusOnceDrawn = (frames: number): void => {
      requestAnimationFrame(() => {
        handles.current.get(first.id)?.focus(path);
        if (frames > 0 && !document.activeElement?.closest('[role=tabpanel]')) focusOnceDrawn(frames - 1);
      });
    };
    focusOnceDrawn(30);
  };

  return {
    steps,
    states,
    active,
    visited,
    progress,
    report,
    given,
    give: (next) => {
      // Their forms receive it once they are read.
      setVisited(new Set(steps.map(({ id }) => id)));
      setGiven(next);
    },
    isDirty,
    choose,
    close: async (id) => {
      const handle = handles.current.get(id);
      if (handle?.isDirty() && !(await askToLeave())) return;
      handle?.forget();
      setReport((before) => before && { ...before, refused: before.refused.filter((one) => one.id !== id) });
      remove(new Set([id]));
    },
    save,
    forgetAll: () => {
      for (const handle of handles.current.values()) if (handle.isDirty()) handle.forget();
    },
    register,
    onState,
    onSaved: (id) => remove(new Set([id])),
  };
}
