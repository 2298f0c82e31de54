// « Service non planifié » (N-067): an agent who is called somewhere begins there, network or not.
import { type ReactElement, useEffect, useState } from 'react';
import { otherThanTour } from '#core/field/day.ts';
import { located, locatingWords, NotLocated } from '#core/field/locating.ts';
import { activityTypes } from '#core/planning/activity.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { unplannedStart } from '#core/planning/unplanned-message.ts';
import { activeStatus } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { newRecordId } from '#ui/client/act-key.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { telOf } from '#ui/tel.ts';
import { say } from '../calls.ts';
import { nameOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
import { Sheet } from '../Sheet.tsx';
import type { FieldSession, FieldView } from '../session.ts';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import { mayBegin } from './may.ts';

interface Typed {
  site: string | null;
  content: string;
  activity: number;
}

const form = '/terrain/non-planifie';

type Place = Pick<FieldView['held']['sites'][number], 'id' | 'name'>;

/** Those of the pack and, with a network, all that he may work on. Null: being read, and the pack has none. */
function useKnownSites(session: FieldSession, { held }: FieldView): readonly Place[] | null {
  const [found, setFound] = useState<readonly Place[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    void say(session.device, endpointsOf(Site).list, {
      ...{ orderBy: 'name', ascending: true, limit: 500, filters: { status: [activeStatus] } },
    }).then(({ status, body }) => {
      const { sites = [] } = (status === 200 ? body : {}) as { sites?: Place[] };
      if (!isLeft) setFound(sites);
    });
    return () => {
      isLeft = true;
    };
  }, [session]);
  if (found === null && held.sites.length === 0) return null;
  const open = held.sites.filter(({ status }) => status === activeStatus);
  return [...new Map([...(found ?? []), ...open].map(({ id, name }) => [id, { id, name }])).values()];
}

export default function Unplanned({ session, view, rest: [asked = ''] }: OfPage): ReactElement {
  const { typed, change, keep } = useDraft<Typed>(session, 'unplanned', () => ({
    site: null,
    content: '',
    activity: 1,
  }));
  const { site, content } = typed;
  // B-045: the address says which, until he chooses another.
  const isAsked = Object.hasOwn(activityTypes, asked);
  const activityType = isAsked ? Number(asked) : typed.activity;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const active = otherThanTour(view.day);
  const known = useKnownSites(session, view);
  const sites = [...(known ?? [])].toSorted((one, other) => one.name.localeCompare(other.name, 'fr'));
  const phone = view.held.frame?.agency.phone;
  /** P-019; null: not asked. */
  const [answer, setAnswer] = useState<((goOn: boolean) => void) | null>(null);
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      setAnswer(() => (goOn: boolean) => {
        setAnswer(null);
        resolve(goOn);
      });
    });
  const begin = async (): Promise<void> => {
    if (site === null) return;
    setBusy(true);
    setProblem(null);
    const service = newRecordId();
    try {
      const position = await located(() => session.position.locate(), 1, ask);
      const payload = { site, activityType, content: content.trim() || null };
      await session.record(unplannedStart, payload, service, [], { position });
      await keep(null);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof NotLocated)) setProblem(notStored);
      return;
    }
    navigator.vibrate?.(60);
    tell('Service non planifié démarré');
    replaceHash('/terrain');
  };
  // An address opens it too (B-045, B-052): what the server would keep is not begun.
  if (!mayBegin(view))
    return (
      <Page title="Service non planifié">
        <p>Votre agence réserve les services non planifiés à ceux qui peuvent créer un service : appelez-la.</p>
      </Page>
    );
  if (active)
    return (
      <Page title="Service non planifié">
        <p>
          {refusals.another} : {nameOf(active)}. Terminez-le d’abord.
        </p>
      </Page>
    );
  return (
    <Page title="Service non planifié">
      {known === null ? (
        <p aria-busy>Lecture de vos sites…</p>
      ) : sites.length === 0 ? (
        <>
          <p>Aucun site n’est sur ce téléphone : appelez votre agence.</p>
          {phone ? (
            <a className={classes.main} href={telOf(phone)}>
              Appeler l’agence · {phone}
            </a>
          ) : null}
        </>
      ) : (
        <form
          className={classes.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void begin();
          }}
        >
          <fieldset className={classes.choices}>
            <legend>Où êtes-vous ?</legend>
            {sites.map(({ id, name }) => (
              <label key={id} className={classes.choice}>
                <input type="radio" name="site" checked={site === id} onChange={() => change({ site: id })} />
                {name}
              </label>
            ))}
          </fieldset>
          <label className={classes.field}>
            Activité
            <select
              value={activityType}
              onChange={(event) => {
                change({ activity: Number(event.currentTarget.value) });
                if (isAsked) replaceHash(form);
              }}
            >
              {Object.entries(activityTypes).map(([type, label]) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className={classes.field}>
            Motif (facultatif)
            <textarea
              rows={2}
              maxLength={500}
              value={content}
              onChange={(event) => change({ content: event.currentTarget.value })}
            />
          </label>
          <p className={classes.dim}>Le service commence maintenant. Votre agence en est prévenue.</p>
          {problem ? (
            <p role="alert" className={classes.warning}>
              {problem}
            </p>
          ) : null}
          <button type="submit" className={classes.main} disabled={busy || site === null}>
            {busy && !answer ? locatingWords.locating : 'Démarrer'}
          </button>
          {answer ? (
            <Sheet title={locatingWords.failed} onClose={() => answer(false)}>
              <p>{locatingWords.question}</p>
              <div className={classes.answers}>
                <button type="button" className={classes.other} onClick={() => answer(false)}>
                  Non
                </button>
                <button type="button" className={classes.main} onClick={() => answer(true)}>
                  Oui
                </button>
              </div>
            </Sheet>
          ) : null}
        </form>
      )}
    </Page>
  );
}
