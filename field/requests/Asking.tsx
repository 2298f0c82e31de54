// A new request. What is typed is on disk at every touch; it leaves when there is a network.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { wholeDays } from '#core/planning/unavailability.ts';
import { longestText } from '#core/requests/limits.ts';
import { requestCreate } from '#core/requests/messages.ts';
import { newRecordId } from '#ui/client/act-key.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import { Photos } from '../Photos.tsx';
import type { OfPage } from '../part.ts';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import type { Known } from './known.ts';

interface Typed {
  type: string | null;
  subject: string;
  content: string;
  first: string;
  last: string;
  reason: string;
  amount: string;
  photos: readonly PhotoRef[];
}

const fresh = (): Typed => ({
  ...{ type: null, subject: '', content: '', first: '', last: '', reason: '', amount: '' },
  photos: [],
});
const back = '/terrain/demandes';

/** As he types it: « 350,50 ». Null: no amount. */
function amountOf(typed: string): number | null {
  const text = typed.replace(/[\s\p{Sc}]/gu, '').replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** Why it cannot leave like this. */
function missingIn(typed: Typed, nature: string): string | null {
  if (typed.subject.trim() === '') return 'Donnez un objet à votre demande.';
  if (nature === 'LEAVE') {
    if (!typed.first || !typed.last) return 'Indiquez le premier et le dernier jour.';
    if (typed.last < typed.first) return 'Le dernier jour précède le premier.';
    if (!typed.reason) return 'Choisissez le motif de l’absence.';
  }
  return nature === 'ADVANCE' && amountOf(typed.amount) === null ? 'Indiquez le montant, par exemple 350,50.' : null;
}

export function Asking({ session, view, known }: OfPage & { known: Known | null }): ReactElement {
  const { typed, change, keep } = useDraft<Typed>(session, 'request', fresh);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const types = known?.types ?? [];
  const type = types.find(({ id }) => id === typed.type);
  const nature = type?.nature ?? 'OTHER';
  const send = async (): Promise<void> => {
    if (!type) return;
    const missing = missingIn(typed, nature);
    if (missing) return setProblem(missing);
    setBusy(true);
    setProblem(null);
    const isLeave = nature === 'LEAVE';
    const days = isLeave ? wholeDays(typed.first, typed.last, zoneOf(view.held)) : { startAt: null, endAt: null };
    const asked = {
      ...{ request: newRecordId(), requestType: { id: type.id }, subject: typed.subject.trim(), ...days },
      ...{ content: typed.content.trim() || null, reason: isLeave ? { id: typed.reason } : null },
      amount: nature === 'ADVANCE' ? amountOf(typed.amount) : null,
    };
    try {
      await session.record(requestCreate, asked, null, typed.photos);
      await keep(null);
    } catch {
      setBusy(false);
      setProblem(notStored);
      return;
    }
    navigator.vibrate?.(60);
    tell('Demande enregistrée');
    replaceHash(back);
  };
  return (
    <Page title="Faire une demande" back={`#${back}`}>
      {known === null ? <p aria-busy>Lecture des types de demandes…</p> : null}
      {known && types.length === 0 ? (
        <p>Les types de demandes ne sont pas encore sur ce téléphone. Ils arrivent avec la prochaine connexion.</p>
      ) : null}
      {types.length > 0 ? (
        <form
          className={classes.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void send();
          }}
        >
          <fieldset className={classes.choices}>
            <legend>Que demandez-vous ?</legend>
            {types.map(({ id, name }) => (
              <label key={id} className={classes.choice}>
                <input type="radio" name="type" checked={typed.type === id} onChange={() => change({ type: id })} />
                {name}
              </label>
            ))}
          </fieldset>
          <label className={classes.field}>
            Objet
            <input
              type="text"
              maxLength={200}
              value={typed.subject}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
          </label>
          {nature === 'LEAVE' ? <Days typed={typed} change={change} reasons={known?.reasons ?? []} /> : null}
          {nature === 'ADVANCE' ? (
            <label className={classes.field}>
              Montant
              <input
                type="text"
                inputMode="decimal"
                value={typed.amount}
                onChange={(event) => change({ amount: event.currentTarget.value })}
              />
            </label>
          ) : null}
          <label className={classes.field}>
            Votre demande (facultatif)
            <textarea
              rows={4}
              maxLength={longestText}
              value={typed.content}
              onChange={(event) => change({ content: event.currentTarget.value })}
            />
          </label>
          <Photos
            session={session}
            photos={typed.photos}
            onChange={(photos) => change({ photos })}
            label="Joindre une photo"
            camera={false}
          />
          {problem ? (
            <p role="alert" className={classes.warning}>
              {problem}
            </p>
          ) : null}
          <button type="submit" className={classes.main} disabled={busy || !type}>
            Envoyer la demande
          </button>
        </form>
      ) : null}
    </Page>
  );
}

interface DaysProps {
  typed: Typed;
  change(changes: Partial<Typed>): void;
  reasons: Known['reasons'];
}

const Days = ({ typed, change, reasons }: DaysProps): ReactElement => (
  <>
    <label className={classes.field}>
      Premier jour
      <input type="date" value={typed.first} onChange={(event) => change({ first: event.currentTarget.value })} />
    </label>
    <label className={classes.field}>
      Dernier jour
      <input
        type="date"
        min={typed.first}
        value={typed.last}
        onChange={(event) => change({ last: event.currentTarget.value })}
      />
    </label>
    <fieldset className={classes.choices}>
      <legend>Motif de l’absence</legend>
      {reasons.map(({ id, name }) => (
        <label key={id} className={classes.choice}>
          <input type="radio" name="reason" checked={typed.reason === id} onChange={() => change({ reason: id })} />
          {name}
        </label>
      ))}
    </fieldset>
  </>
);
