// An entry of the daily log (terrainEventsIncident, P-039): category, type, words. Three touches and a sentence.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { type EventCategory, logCategories } from '#core/logbook/categories.ts';
import { logbookEntry } from '#core/logbook/messages.ts';
import { typeOf, writableTypes } from '#core/logbook/types.ts';
import { actKey } from '#ui/client/act-key.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { nameOf } from '../day.ts';
import classes from '../field.module.css';
import { Photos } from '../Photos.tsx';
import type { OfPage, OfService } from '../part.ts';
import { draftPlace } from '../store/drafts.ts';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import { Entries } from './Entries.tsx';
import { SubTypes } from './SubTypes.tsx';

interface Typed {
  /** Of the event it becomes: `events/incident/{uuid}` opens either. */
  uuid: string;
  type: number | null;
  subType: string | null;
  description: string;
  photos: readonly PhotoRef[];
}

const categories = [...new Set(writableTypes.map(({ typeKey }) => typeKey))];
const longest = 5_000;

/** The category may be in the address (B-061). */
export default function EntryScreen({ session, view, service, rest: [asked] }: OfService & OfPage): ReactElement {
  const { typed, change, keep } = useDraft<Typed>(session, draftPlace(service.id, 'entry'), () => ({
    uuid: actKey(),
    type: null,
    subType: null,
    description: '',
    photos: [],
  }));
  const [category, setCategory] = useState<EventCategory | null>(() => categories.find((key) => key === asked) ?? null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const back = `/terrain/service/${service.id}`;

  const record = async (type: number, site: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const { subType, description, photos } = typed;
    try {
      const said = { type, subType, description: description.trim() || null, site };
      const held = photos.length > 0 ? { finding: actKey() } : {};
      await session.record(logbookEntry, { ...said, ...held }, service.id, photos, { uuid: typed.uuid });
      await keep(null);
    } catch {
      setBusy(false);
      setProblem(notStored);
      return;
    }
    navigator.vibrate?.(60);
    tell('Enregistré dans la main courante');
    replaceHash(back);
  };

  const off = new Set(view.held.frame?.typesOff[service.site?.id ?? ''] ?? []);
  const chosen = typed.type === null ? null : typeOf(typed.type);
  const site = service.site?.id;
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href={`#${back}`}>
          Retour
        </a>
        <span>{nameOf(service)}</span>
      </header>
      <main className={classes.body}>
        <h1>Main courante</h1>
        {site === undefined ? (
          <p>Une tournée n’a pas de main courante : ouvrez l’étape du site où vous êtes.</p>
        ) : chosen ? (
          <form
            className={classes.body}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void record(chosen.id, site);
            }}
          >
            <p className={classes.chosen}>
              <strong>{chosen.label}</strong>
              <button
                type="button"
                className={classes.quiet}
                disabled={busy}
                onClick={() => change({ type: null, subType: null })}
              >
                Changer
              </button>
            </p>
            <SubTypes type={chosen} value={typed.subType} onChange={(subType) => change({ subType })} />
            <label className={classes.field}>
              Description
              <textarea
                rows={4}
                maxLength={longest}
                value={typed.description}
                onChange={(event) => change({ description: event.currentTarget.value })}
              />
            </label>
            <Photos session={session} photos={typed.photos} onChange={(photos) => change({ photos })} />
            {problem ? (
              <p role="alert" className={classes.warning}>
                {problem}
              </p>
            ) : null}
            <button type="submit" className={classes.main} disabled={busy}>
              Enregistrer
            </button>
          </form>
        ) : category ? (
          <Choices
            label={logCategories[category]}
            choices={writableTypes
              .filter(({ typeKey, id }) => typeKey === category && !off.has(id))
              .map(({ id, label }) => [label, () => change({ type: id })])}
            onBack={() => setCategory(null)}
          />
        ) : (
          <>
            <Choices
              label="Que s’est-il passé ?"
              choices={categories
                .filter((key) => writableTypes.some(({ typeKey, id }) => typeKey === key && !off.has(id)))
                .map((key) => [logCategories[key], () => setCategory(key)])}
            />
            <Entries session={session} view={view} service={service} />
          </>
        )}
      </main>
    </>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly (readonly [label: string, choose: () => void])[];
  onBack?(): void;
}

function Choices({ label, choices, onBack }: ChoicesProps): ReactElement {
  return (
    <section aria-label={label} className={classes.stack}>
      <h2 className={classes.part}>{label}</h2>
      <div className={classes.others}>
        {choices.map(([name, choose]) => (
          <button key={name} type="button" className={classes.other} onClick={choose}>
            {name}
          </button>
        ))}
      </div>
      {onBack ? (
        <button type="button" className={classes.quiet} onClick={onBack}>
          Autre catégorie
        </button>
      ) : null}
    </section>
  );
}
