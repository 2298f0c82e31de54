// The state of one record being typed: values, faults, saving, the conflict met, and the copy kept on the device.
import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { messages, Problem, type Violation } from '#core/kernel/problem.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { actKey, call, endpointsOf } from '../client/call.ts';
import { invalidateEntity } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';
import type { Faults } from '../kinds/inputs.tsx';
import { useLocale } from '../kinds/locale.ts';
import { typedFaults } from '../kinds/typed.ts';
import type { AnyRow } from '../moves.ts';
import { notifySuccess, notifyWarning } from '../notify.ts';
import { bodyOf, changedPaths, formFields, rebase, setAt, startingValues, type Values } from './values.ts';

/** What was typed before a crash: the changed paths alone, since the record may have moved on. */
type KeptDraft = Record<string, unknown>;

export interface Outcome {
  /** Null: not saved, and the reason is shown. */
  saved: AnyRow | null;
  /** The first field at fault. */
  first: string | null;
}

const nothingSaved: Outcome = { saved: null, first: null };

export interface RecordForm {
  fields: readonly [string, Field][];
  values: Values;
  faults: Faults;
  dirty: boolean;
  /** Paths that this person changed. */
  changed: readonly string[];
  saving: boolean;
  /** Why the last save failed, when no field can say it. */
  failure: string | null;
  /** The record as somebody else saved it meanwhile. */
  conflict: AnyRow | null;
  found: KeptDraft | null;
  change(path: string, value: unknown): void;
  leave(path: string): void;
  save(): Promise<Outcome>;
  /** Keeps these paths as typed, takes the others as they were saved, and saves over the new version. */
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

export function useRecordForm(of: Entity, page: string, row: AnyRow | null): RecordForm {
  const session = useSession();
  const locale = useLocale();
  const fields = useMemo(() => formFields(of, session), [of, session]);
  const [base, setBase] = useState<Values>(() => row ?? startingValues(of.fields, locale));
  const [values, setValues] = useState<Values>(base);
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<AnyRow | null>(null);
  const place = `${page}.${of.name}.${row?.id ?? 'new'}`;
  const [found, setFound] = useState<KeptDraft | null>(() => readDraft<KeptDraft>(place));
  const attempt = useRef<{ body: string; key: string } | null>(null);

  const changed = useMemo(() => changedPaths(fields, base, values), [fields, base, values]);
  const dirty = changed.length > 0;

  // A newer reading of the record: taken when nothing typed would be lost, else the save will tell.
  if (row && Number(row.version) > Number(base.version) && conflict === null) {
    const elsewhere = changedPaths(fields, base, row);
    if (!dirty || elsewhere.length === 0) {
      setValues(rebase(fields, base, values, row));
      setBase(row);
    }
  }

  const keep = useDebouncedCallback((paths: readonly string[], typed: Values) => {
    if (paths.length > 0) keepDraft(place, Object.fromEntries(paths.map((path) => [path, valueAt(typed, path)])));
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
      : fields.map(([path]) => path).filter((path) => isSet(next, path));
    const body = bodyOf(paths, next);
    const typed = typedFaults(of.fields, next, locale);
    const checked = checkDraft(of, row ? { ...body, id: row.id, version: over.version } : body, row ? over : null);
    const said = byPath([...typed, ...(checked.ok ? [] : checked.violations)]);
    return { draft: checked.ok && typed.length === 0 ? checked.draft : null, faults: said };
  };

  const change = useCallback((path: string, value: unknown) => {
    setValues((before) => setAt(before, path, value));
    // What is being put right is not scolded meanwhile.
    setFaults((before) =>
      Object.keys(before).some((fault) => isUnder(fault, path))
        ? Object.fromEntries(Object.entries(before).filter(([fault]) => !isUnder(fault, path)))
        : before,
    );
  }, []);

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

  const first = (said: Faults): string | null => {
    const order = fields.map(([path]) => path);
    const rank = (fault: string): number => {
      const at = order.findIndex((path) => isUnder(fault, path));
      return at < 0 ? order.length : at;
    };
    return Object.keys(said).sort((one, other) => rank(one) - rank(other))[0] ?? null;
  };

  const submit = async (next: Values, over: Values): Promise<Outcome> => {
    setFailure(null);
    if (row && changedPaths(fields, over, next).length === 0) {
      notifyWarning(messages.nothingToSave);
      return nothingSaved;
    }
    const { draft, faults: said } = check(next, over);
    setFaults(said);
    const endpoint = endpointsOf(of).save;
    if (!draft || !endpoint) return { saved: null, first: first(said) };
    const body = JSON.stringify(draft);
    // The same words sent again are the same act, even if the first answer was lost.
    if (attempt.current?.body !== body) attempt.current = { body, key: actKey() };
    setSaving(true);
    try {
      const answer = (await call(endpoint, { input: draft, key: attempt.current.key })) as Record<string, AnyRow>;
      forget();
      notifySuccess(`${of.label.one} ${of.label.feminine ? 'enregistrée' : 'enregistré'}`);
      void invalidateEntity(of);
      return { saved: answer[of.name] as AnyRow, first: null };
    } catch (error) {
      return { saved: null, first: refused(error) };
    } finally {
      setSaving(false);
    }
  };

  const refused = (error: unknown): string | null => {
    if (error instanceof Problem && error.details.current) {
      setConflict(error.details.current as AnyRow);
      return null;
    }
    const said = error instanceof Problem ? byPath(error.details.violations ?? []) : {};
    setFaults(said);
    const shown = Object.keys(said).some((fault) => fields.some(([path]) => isUnder(fault, path)));
    if (!shown) setFailure(error instanceof Error ? error.message : messages.unexpected);
    return shown ? first(said) : null;
  };

  const resolve = (mine: ReadonlySet<string>): Promise<Outcome> => {
    if (!conflict) return Promise.resolve(nothingSaved);
    const merged = [...mine].reduce<Values>((next, path) => setAt(next, path, valueAt(values, path)), conflict);
    setValues(merged);
    setBase(conflict);
    setConflict(null);
    return submit(merged, conflict);
  };

  const resume = (): void => {
    setValues((before) =>
      Object.entries(found ?? {}).reduce((next, [path, value]) => setAt(next, path, value), before),
    );
    setFound(null);
  };
  const ignore = (): void => {
    forget();
    setFound(null);
  };

  return {
    fields,
    values,
    faults,
    dirty,
    changed,
    saving,
    failure,
    conflict,
    found,
    change,
    leave,
    save: () => submit(values, base),
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
