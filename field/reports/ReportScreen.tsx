// A report on the phone: the fields of its template, photos, two signatures. What is typed outlives a dead battery.
import { type ReactElement, useRef, useState } from 'react';
import { mostEventPhotos, type PhotoRef } from '#core/field/photo.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { type Answer, missingAnswers } from '#core/reports/answers.ts';
import { reportCreate, reportEdit } from '#core/reports/messages.ts';
import { fieldsOf, sectionsOf, type Template } from '#core/reports/template.ts';
import { allSigners, missingSignatures, reportLabels, type Signer, signers } from '#core/reports/types.ts';
import { actKey } from '#ui/client/act-key.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { nameOf, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import type { OfService } from '../part.ts';
import { draftPlace } from '../store/drafts.ts';
import { notStored, tell } from '../told.ts';
import { useDraft } from '../useDraft.ts';
import { Content } from './Content.tsx';
import { heldReport, knownReport, missingOf, valuesOf, waitingReports } from './held.ts';
import { AnswerInput, missingSigner, Signature, signatureFailed } from './inputs.tsx';

interface Typed {
  report: string;
  /** The first message was recorded: the next ones complete it. */
  isMade: boolean;
  /** Begun elsewhere: this telephone does not hold its answers. */
  isBlind: boolean;
  values: Readonly<Record<string, string>>;
  photos: Readonly<Record<string, readonly PhotoRef[]>>;
  /** Drawings of the signatures, and the names typed beside them. */
  drawn: Partial<Record<Signer, PhotoRef>>;
  names: Partial<Record<Signer, string>>;
  /** Photos that left with an earlier message. */
  gone: readonly string[];
  /** The answers changed since the signatures left: the server removes those. */
  isTouched?: boolean;
}

/** A signature that left stands for the answers of then: it is to be given again. */
const touched = ({ isMade, drawn, gone }: Typed): Partial<Typed> =>
  isMade
    ? { isTouched: true, drawn: Object.fromEntries(Object.entries(drawn).filter(([, { id }]) => !gone.includes(id))) }
    : {};

export default function ReportScreen({ session, view, service }: OfService): ReactElement {
  const known = knownReport(view, service.id);
  const written = heldReport(view, service.id);
  const place = draftPlace(service.id, 'report');
  const { typed, latest, change, keep } = useDraft<Typed>(session, place, () => ({
    ...{ report: known?.id ?? actKey(), isMade: known !== null, isBlind: known !== null && !written },
    ...{ values: valuesOf(written), photos: {}, drawn: {}, names: {}, gone: [] },
  }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const back = `/terrain/service/${service.id}`;
  const frame = view.held.frame?.reports;
  const form = frame?.forms[service.id];
  const template = (frame?.templates as readonly Template[] | undefined)?.find(
    ({ type, key }) => type === form?.type && key === form?.key,
  );

  // A report keeps the template that it was made with.
  const sections = written ? sectionsOf(written.answers) : (template?.sections ?? []);
  /** Files that an earlier opening, or the desk, joined. */
  const joined = (key: string): string[] =>
    (written?.answers.find((one) => one.key === key)?.files ?? []).filter((one) => !typed.gone.includes(one));
  const nameIn = ({ names }: Typed, signer: Signer): string =>
    names[signer] ?? (signer === 'agent' ? (view.held.frame?.person.name ?? '') : '');
  /** By signature: the last drawing of each must be stored. */
  const takings = useRef(new Map<string, Promise<boolean>>());
  const take = (key: string) => (taken: Promise<boolean>) => void takings.current.set(key, taken);

  const record = async (submit: boolean): Promise<void> => {
    if (!form || sections.length === 0) return;
    setBusy(true);
    const stored = await Promise.all(takings.current.values());
    setBusy(false);
    if (stored.includes(false)) return setProblem(signatureFailed);
    const typed = latest.current;
    const fields = fieldsOf(sections);
    const answers: Answer[] = fields.flatMap(({ key, kind }): Answer[] => {
      if (kind === 'photos' || kind === 'signature') {
        const files = typed.photos[key]?.map(({ id }) => id);
        const before = kind === 'photos' || files?.length === 0 ? joined(key) : [];
        return files ? [{ key, files: [...new Set([...before, ...files])].map((id) => ({ id })) }] : [];
      }
      const value = typed.values[key];
      return value === undefined ? [] : [{ key, value: value.trim() || null }];
    });
    const signed = allSigners.filter((signer) => typed.drawn[signer]);
    const nameless = signed.find((signer) => !nameIn(typed, signer).trim());
    if (nameless) return setProblem(missingSigner(signers[nameless]));
    const whole = fields.map(
      ({ key }): Answer => answers.find((one) => one.key === key) ?? { key, files: joined(key).map((id) => ({ id })) },
    );
    const missing = submit && !typed.isBlind ? missingAnswers(fields, whole) : [];
    const unsigned =
      typed.isMade && !typed.isTouched
        ? missingOf(view, service.id).filter((signer) => !signed.includes(signer))
        : missingSignatures(form.signature, signed);
    if (missing.length > 0) return setProblem(`À remplir : ${missing.map(({ label }) => label).join(', ')}.`);
    if (submit && unsigned.length > 0) return setProblem(refusals.unsigned);
    const taken = [
      ...Object.values(typed.photos).flat(),
      ...signed.flatMap((signer) => typed.drawn[signer] ?? []),
    ].filter(({ id }) => !typed.gone.includes(id));
    if (taken.length > mostEventPhotos)
      return setProblem(`${mostEventPhotos} photos et signatures au plus par envoi : retirez-en.`);
    const signatures = Object.fromEntries(
      signed.map((signer) => [
        `${signer}Signature`,
        { file: { id: typed.drawn[signer]?.id ?? '' }, name: nameIn(typed, signer).trim() },
      ]),
    );
    const said = { report: typed.report, discr: form.type, answers: answers as never, ...signatures, submit };
    setBusy(true);
    setProblem(null);
    try {
      if (typed.isMade) await session.record(reportEdit, said, service.id, taken);
      else {
        const { key, edition } = form;
        await session.record(reportCreate, { ...said, template: { key, edition } }, service.id, taken);
      }
      const gone = [...typed.gone, ...taken.map(({ id }) => id)];
      await keep(submit ? null : { ...typed, isMade: true, isTouched: false, gone });
    } catch {
      setBusy(false);
      setProblem(notStored);
      return;
    }
    navigator.vibrate?.(60);
    tell(submit ? 'Rapport remis' : 'Rapport enregistré');
    replaceHash(back);
  };

  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href={`#${back}`}>
          Retour
        </a>
        <span>{nameOf(service)}</span>
      </header>
      <main className={classes.body}>
        <h1>{form ? reportLabels[form.type] : 'Rapport'}</h1>
        {!form || sections.length === 0 ? (
          <p>Votre agence ne fait pas de rapport pour ce service.</p>
        ) : known?.isSubmitted ? (
          <>
            <p>Ce rapport est remis à l’agence.</p>
            <Content
              session={session}
              sections={sections}
              written={written}
              said={waitingReports(view, service.id)}
              zone={zoneOf(view.held)}
            />
          </>
        ) : (
          <form
            className={classes.body}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void record(true);
            }}
          >
            {known?.isRefused ? (
              <p role="alert" className={classes.warning}>
                Refusé par votre agence{written?.refusal ? ` : ${written.refusal}` : ''}. Complétez-le, puis
                remettez-le.
              </p>
            ) : null}
            {typed.isBlind ? (
              <p className={classes.note}>Rapport déjà commencé : ce que vous laissez vide reste comme il est.</p>
            ) : null}
            {sections.map(({ title, fields }) => (
              <section key={title} aria-label={title} className={classes.body}>
                <h2 className={classes.part}>{title}</h2>
                {fields.map((field) => (
                  <AnswerInput
                    key={field.key}
                    joined={joined(field.key)}
                    session={session}
                    field={field}
                    value={typed.values[field.key] ?? ''}
                    photos={typed.photos[field.key] ?? []}
                    onValue={(value) =>
                      change((before) => ({ ...touched(before), values: { ...before.values, [field.key]: value } }))
                    }
                    onPhotos={(photos) =>
                      change((before) => ({ ...touched(before), photos: { ...before.photos, [field.key]: photos } }))
                    }
                    onTaking={take(`field ${field.key}`)}
                  />
                ))}
              </section>
            ))}
            <section aria-label="Signatures" className={classes.body}>
              <h2 className={classes.part}>Signatures</h2>
              {typed.isTouched && allSigners.some((signer) => written?.signers[signer]) ? (
                <p className={classes.note}>Le contenu a changé : les signatures sont à donner à nouveau.</p>
              ) : null}
              {allSigners.map((signer) => (
                <Signature
                  key={signer}
                  session={session}
                  label={signers[signer]}
                  before={typed.isTouched ? null : (written?.signers[signer] ?? null)}
                  name={nameIn(typed, signer)}
                  onName={(name) => change(({ names }) => ({ names: { ...names, [signer]: name } }))}
                  photo={typed.drawn[signer] ?? null}
                  onPhoto={(photo) =>
                    change(({ drawn: { [signer]: _, ...others } }) => ({
                      drawn: photo ? { ...others, [signer]: photo } : others,
                    }))
                  }
                  onTaking={take(signer)}
                />
              ))}
            </section>
            {problem ? (
              <p role="alert" className={classes.warning}>
                {problem}
              </p>
            ) : null}
            <button type="button" className={classes.other} disabled={busy} onClick={() => void record(false)}>
              Enregistrer le brouillon
            </button>
            <button type="submit" className={classes.main} disabled={busy}>
              Remettre le rapport
            </button>
          </form>
        )}
      </main>
    </>
  );
}
