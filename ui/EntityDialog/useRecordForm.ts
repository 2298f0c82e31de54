// The state of a form: values, faults, saving, conflict, and the draft stored on the device.
import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { frozenReason, isFrozen } from '#core/kernel/frozen.ts';
import { messages, Problem, type Remedy, type Violation } from '#core/kernel/problem.ts';
import { isSame } from '#core/kernel/same.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { fulfils } from '#core/kernel/view.ts';
import { actKey, call, endpointsOf } from '../client/call.ts';
import { invalidateEntity } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { NetworkProblem } from '../client/transport.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';
import type { Faults } from '../kinds/inputs.tsx';
import { useLocale } from '../kinds/locale.ts';
import type { RecordPlace } from '../kinds/record.ts';
import { typedFaults } from '../kinds/typed.ts';
import type { AnyRow } from '../moves.ts';
import { notifySuccess, notifyWarning } from '../notify.ts';
import { remedyOf } from '../Remedy.tsx';
import { useView } from '../view.ts';
import type { DialogExtras } from './extras.ts';
import {
  bodyOf,
  bothChanged,
  changedPaths,
  formFields,
  rebase,
  setAt,
  startingValues,
  type Values,
  withoutStrangers,
} from './values.ts';

/** Draft found after a crash: only the changed paths, because the record may have changed since. */
type KeptDraft = Record<string, unknown>;

export interface Outcome {
  /** Null: not saved, and the reason is shown. */
  saved: AnyRow | null;
  /** The first field with a fault. */
  first: string | null;
  /** Why it was not saved, in one sentence. */
  problem: string | null;
}

const nothingSaved: Outcome = { saved: null, first: null, problem: null };

export interface SaveOptions {
  /** Saved with others: the caller notifies the user once. */
  quiet?: boolean;
  /** A new record that is activated later (H-008, I-007). */
  inactive?: boolean;
}

export interface RecordForm {
  record: RecordPlace;
  fields: readonly [string, Field][];
  values: Values;
  faults: Faults;
  dirty: boolean;
  /** Another person changed the same fields: the save will ask. */
  outdated: boolean;
  /** Why some fields are read-only (decision 85); null: none is. */
  frozen: string | null;
  isFrozen(path: string): boolean;
  saving: boolean;
  /** Why the last save failed, if it is not about a field. */
  failure: string | null;
  /** Where to mend it. */
  remedy: Remedy | undefined;
  /** The record as another person saved it. */
  conflict: AnyRow | null;
  /** The fields that both changed, to different values. */
  contested: readonly [string, Field][];
  found: KeptDraft | null;
  change(path: string, value: unknown): void;
  leave(path: string): void;
  /** Null: no fault; otherwise the first field with a fault. All faults are marked. */
  validate(): Outcome | null;
  save(options?: SaveOptions): Promise<Outcome>;
  /** Keeps these contested paths as typed, takes the saved values of the others, and saves over the new version. */
  resolve(mine: ReadonlySet<string>): Promise<Outcome>;
  cancelConflict(): void;
  resume(): void;
  ignore(): void;
  forget(): void;
}

const keepDelay = 300;

const byPath = (violations: readonly Violation[]): Faults => {
  const faults: Record<string, string> = {};
  for (const { path, message } of violations) faults[path] ??= message;
  return faults;
};

const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);

export function useRecordForm(
  of: Entity,
  page: string,
  row: AnyRow | null,
  initial: Values = {},
  send?: DialogExtras['send'],
  many = false,
): RecordForm {
  const session = useSession();
  const locale = useLocale();
  const fields = useMemo(() => formFields(of, session), [of, session]);
  const view = useView(of);
  const [base, setBase] = useState<Values>(() => row ?? { ...startingValues(of.fields, locale), ...initial });
  const [values, setValues] = useState<Values>(base);
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [remedy, setRemedy] = useState<Remedy>();
  const [conflict, setConflict] = useState<AnyRow | null>(null);
  const rowId = row?.id ?? null;
  const latest = useRef(values);
  latest.current = values;
  const record = useMemo(() => ({ of, id: rowId, values: () => latest.current }), [of, rowId]);
  const place = `${page}.${of.name}.${row?.id ?? 'new'}`;
  const [found, setFound] = useState<KeptDraft | null>(() => readDraft<KeptDraft>(place));
  const attempt = useRef<{ body: string; key: string } | null>(null);
  /** The version that a save was sent over whose answer was lost; null: each was answered. */
  const unanswered = useRef<number | null>(null);

  const changed = useMemo(() => changedPaths(fields, base, values), [fields, base, values]);
  const dirty = changed.length > 0;
  const contested = useMemo(
    () => (conflict ? bothChanged(fields, base, values, conflict) : []),
    [fields, base, values, conflict],
  );

  // A newer version arrived: use it if no typed text would be lost; otherwise the save asks.
  if (row && Number(row.version) > Number(base.version) && conflict === null) {
    if (bothChanged(fields, base, values, row).length === 0) {
      setValues(rebase(fields, base, values, row));
      setBase(row);
    }
  }

  const keep = useDebouncedCallback((paths: readonly string[], typed: Values) => {
    // Sealed values are not stored on the device.
    const kept = paths.filter((path) => !fields.some(([one, { sealed }]) => one === path && sealed));
    if (kept.length > 0) keepDraft(place, Object.fromEntries(kept.map((path) => [path, valueAt(typed, path)])));
    else dropDraft(place);
  }, keepDelay);
  const typedOnce = useRef(false);
  useEffect(() => {
    if (dirty) typedOnce.current = true;
    if (typedOnce.current) keep(changed, values);
  }, [dirty, changed, values, keep]);
  const forget = useCallback(() => {
    keep.cancel();
    typedOnce.current = false;
    dropDraft(place);
  }, [keep, place]);

  const check = (next: Values, over: Values): { draft: Values | null; faults: Faults } => {
    const paths = row
      ? changedPaths(fields, over, next)
      : fields
          // A cleared value is sent too: a default, or an answer of a record that this form completes, must not stay.
          .filter(([path, field]) => isSet(next, path) || !isSame(field, valueAt(over, path), valueAt(next, path)))
          .map(([path]) => path)
          // The server refuses fields that are hidden from this caller.
          .filter((path) => fulfils(next, view.at(path)?.conditions ?? []));
    const body = bodyOf(fields, paths, next);
    const typed = typedFaults(of.fields, next, locale);
    const draft = row ? { ...body, id: row.id, version: over.version } : body;
    const checked = checkDraft(of, draft, row ? over : null, { ...locale, now: new Date() });
    const newFaults = byPath([...typed, ...(checked.ok ? [] : checked.violations)]);
    return { draft: checked.ok && typed.length === 0 ? checked.draft : null, faults: newFaults };
  };

  const change = useCallback(
    (path: string, value: unknown) => {
      setValues((before) => withoutStrangers(fields, before, setAt(before, path, value), path));
      // Clear the fault of a field while it is being corrected.
      setFaults((before) =>
        Object.keys(before).some((fault) => isUnder(fault, path))
          ? Object.fromEntries(Object.entries(before).filter(([fault]) => !isUnder(fault, path)))
          : before,
      );
    },
    [fields],
  );

  const checkNow = useRef(() => ({}) as Faults);
  checkNow.current = () => check(values, base).faults;
  const leave = useCallback((path: string) => {
    const now = checkNow.current();
    setFaults((before) => {
      const others = Object.entries(before).filter(([fault]) => !isUnder(fault, path));
      const own = Object.entries(now).filter(([fault]) => isUnder(fault, path));
      return Object.fromEntries([...others, ...own]);
    });
  }, []);

  const first = (newFaults: Faults): string | null => {
    const order = fields.map(([path]) => path);
    const rank = (fault: string): number => {
      const at = order.findIndex((path) => isUnder(fault, path));
      return at < 0 ? order.length : at;
    };
    return Object.keys(newFaults).sort((one, other) => rank(one) - rank(other))[0] ?? null;
  };

  const atFault = (newFaults: Faults): Outcome => {
    const path = first(newFaults);
    const label = path === null ? undefined : fields.find(([name]) => isUnder(path, name))?.[1].label;
    const message = path === null ? messages.unexpected : (newFaults[path] ?? messages.unexpected);
    return { saved: null, first: path, problem: label ? `${label} : ${message}` : message };
  };

  const submit = async (next: Values, over: Values, options: SaveOptions = {}, again = true): Promise<Outcome> => {
    const { quiet = false, inactive = false } = options;
    setFailure(null);
    const succeed = (saved: AnyRow): Outcome => {
      forget();
      if (!quiet) {
        notifySuccess(
          (typeof of.saved === 'function' ? of.saved(saved) : of.saved) ??
            `${of.label.one} ${of.label.feminine ? 'enregistrée' : 'enregistré'}`,
        );
        // `send` invalidates other entities itself.
        void invalidateEntity(of, [saved.id]);
      }
      return { saved, first: null, problem: null };
    };
    if (row && changedPaths(fields, over, next).length === 0) {
      // Only the answer was lost: the row that arrived since has everything that was sent.
      if (unanswered.current !== null && Number(over.version) > unanswered.current) {
        unanswered.current = null;
        return succeed(row);
      }
      if (!quiet) notifyWarning(messages.nothingToSave);
      return nothingSaved;
    }
    const { draft, faults: newFaults } = check(next, over);
    setFaults(newFaults);
    const endpoint = endpointsOf(of).save;
    if (!draft || !endpoint) return atFault(newFaults);
    const sent = inactive && !row ? { ...draft, willActivate: false } : draft;
    const body = JSON.stringify(sent);
    // The same content sent again is the same request, even if the first answer was lost.
    if (attempt.current?.body !== body) attempt.current = { body, key: actKey() };
    setSaving(true);
    try {
      const saved = send ? await send(sent, row, attempt.current.key, many) : await sendOne(endpoint, sent);
      unanswered.current = null;
      return saved ? succeed(saved) : nothingSaved;
    } catch (error) {
      unanswered.current = error instanceof NetworkProblem ? Number(over.version) : null;
      const current = error instanceof Problem ? (error.details.current as AnyRow | undefined) : undefined;
      if (current && again && bothChanged(fields, over, next, current).length === 0) {
        // Another person saved other fields: save again without a question.
        const merged = rebase(fields, over, next, current);
        setValues(merged);
        setBase(current);
        // Awaited here: until then the form is being saved.
        return await submit(merged, current, options, false);
      }
      return refused(error);
    } finally {
      setSaving(false);
    }
  };

  const sendOne = async (endpoint: Endpoint, draft: Values): Promise<AnyRow> => {
    const answer = await call(endpoint, {
      params: { id: String(draft.id) },
      input: draft,
      key: attempt.current?.key ?? actKey(),
    });
    return (answer as Record<string, AnyRow>)[of.name] as AnyRow;
  };

  const refused = (error: unknown): Outcome => {
    const problem = error instanceof Error ? error.message : messages.unexpected;
    if (error instanceof Problem && error.details.current) {
      setConflict(error.details.current as AnyRow);
      return { saved: null, first: null, problem };
    }
    const newFaults = error instanceof Problem ? byPath(error.details.violations ?? []) : {};
    setFaults(newFaults);
    if (Object.keys(newFaults).some((fault) => fields.some(([path]) => isUnder(fault, path))))
      return atFault(newFaults);
    setFailure(problem);
    setRemedy(remedyOf(error));
    return { saved: null, first: null, problem };
  };

  const resolve = (mine: ReadonlySet<string>): Promise<Outcome> => {
    if (!conflict) return Promise.resolve(nothingSaved);
    const merged = contested
      .filter(([path]) => !mine.has(path))
      .reduce((next, [path]) => setAt(next, path, valueAt(conflict, path)), rebase(fields, base, values, conflict));
    setValues(merged);
    setBase(conflict);
    setConflict(null);
    return submit(merged, conflict);
  };

  const isFrozenPath = useCallback((path: string) => row !== null && isFrozen(of, base, path), [of, row, base]);

  const resume = (): void => {
    // Drop fields that are frozen by now.
    const open = Object.entries(found ?? {}).filter(([path]) => !isFrozenPath(path));
    setValues((before) => open.reduce((next, [path, value]) => setAt(next, path, value), before));
    setFound(null);
  };
  const ignore = (): void => {
    forget();
    setFound(null);
  };

  return {
    record,
    fields,
    values,
    faults,
    dirty,
    frozen: row === null ? null : frozenReason(of, base),
    isFrozen: isFrozenPath,
    outdated: row !== null && Number(row.version) > Number(base.version),
    saving,
    failure,
    remedy,
    conflict,
    contested,
    found,
    change,
    leave,
    validate: () => {
      const { faults: newFaults } = check(values, base);
      setFaults(newFaults);
      return Object.keys(newFaults).length === 0 ? null : atFault(newFaults);
    },
    save: (options) => submit(values, base, options),
    resolve,
    cancelConflict: () => setConflict(null),
    resume,
    ignore,
    forget,
  };
}

const isSet = (values: Values, path: string): boolean => {
  const value = valueAt(values, path);
  return value !== null && value !== undefined && value !== '';
};
