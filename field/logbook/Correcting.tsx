// « Corriger » of an entry, by its author: recorded as every act of a phone, with or without a network.
import { type ReactElement, useState } from 'react';
import { logCategories } from '#core/logbook/categories.ts';
import { logbookCorrection } from '#core/logbook/messages.ts';
import { typeOf, writableTypes } from '#core/logbook/types.ts';
import { replaceHash } from '#ui/client/hash.ts';
import classes from '../field.module.css';
import type { Opened } from '../part.ts';
import { draftPlace } from '../store/drafts.ts';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import { SubTypes } from './SubTypes.tsx';

interface Said {
  type: number;
  subType: string | null;
  description: string | null;
}

interface Props extends Opened {
  entry: string;
  site: string;
  service: string | null;
  said: Said;
  onClose(): void;
}

const longest = { description: 5_000, reason: 500 };

export function Correcting({ session, view, entry, site, service, said, onClose }: Props): ReactElement {
  const { typed, change, keep } = useDraft(session, draftPlace(service ?? 'none', `correction ${entry}`), () => ({
    ...{ type: said.type, subType: said.subType, description: said.description ?? '', reason: '' },
  }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const description = typed.description.trim() || null;
  const isSame = description === said.description && typed.type === said.type && typed.subType === said.subType;
  const off = new Set(view.held.frame?.typesOff[site] ?? []);
  const offered = writableTypes.filter(({ id }) => id === said.type || !off.has(id));
  const record = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const { type, subType } = typed;
    const payload = { event: entry, type, subType, description, reason: typed.reason.trim() || null };
    try {
      await session.record(logbookCorrection, payload, service);
      await keep(null);
    } catch {
      setBusy(false);
      setProblem(notStored);
      return;
    }
    navigator.vibrate?.(60);
    tell('Correction enregistrée');
    // B-060
    replaceHash(view.day.some(({ id }) => id === service) ? `/terrain/service/${service}` : '/terrain');
  };
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isSame) void record();
      }}
    >
      <label className={classes.field}>
        Événement
        <select
          value={typed.type}
          onChange={(event) => change({ type: Number(event.currentTarget.value), subType: null })}
        >
          {[...new Set(offered.map(({ typeKey }) => typeKey))].map((category) => (
            <optgroup key={category} label={logCategories[category]}>
              {offered
                .filter(({ typeKey }) => typeKey === category)
                .map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <SubTypes type={typeOf(typed.type) ?? null} value={typed.subType} onChange={(subType) => change({ subType })} />
      <label className={classes.field}>
        Description
        <textarea
          rows={4}
          maxLength={longest.description}
          value={typed.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </label>
      <label className={classes.field}>
        Pourquoi (facultatif)
        <textarea
          rows={2}
          maxLength={longest.reason}
          value={typed.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </label>
      <p className={classes.dim}>Ce qui était écrit reste dans l’historique de l’agence.</p>
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
      <button type="submit" className={classes.main} disabled={busy || isSame}>
        Enregistrer
      </button>
      <button
        type="button"
        className={classes.quiet}
        disabled={busy}
        onClick={() => {
          void keep(null);
          onClose();
        }}
      >
        Annuler
      </button>
    </form>
  );
}
