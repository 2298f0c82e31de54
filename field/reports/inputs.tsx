// The inputs of a report, by kind of field.
import { type ReactElement, useRef, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { answerChoices, longestAnswer } from '#core/reports/answers.ts';
import type { TemplateField } from '#core/reports/template.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import classes from '../field.module.css';
import { Photos } from '../Photos.tsx';
import { SentPhotos } from '../SentPhotos.tsx';
import type { FieldSession } from '../session.ts';

interface Props {
  session: FieldSession;
  field: TemplateField;
  value: string;
  photos: readonly PhotoRef[];
  /** Files that the report has already. */
  joined: readonly string[];
  onValue(value: string): void;
  onPhotos(photos: readonly PhotoRef[]): void;
  /** Of each drawing; false: this telephone could not store it. */
  onTaking(taken: Promise<boolean>): void;
}

/** As a date-time input shows it, on this telephone's clock. */
const localOf = (instant: string): string => {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? ''
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const instantOf = (local: string): string => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

export function AnswerInput(props: Props): ReactElement {
  const { session, field, value, photos, joined, onValue, onPhotos, onTaking } = props;
  const label = `${field.label}${field.required ? ' *' : ''}`;
  if (field.kind === 'choice')
    return (
      <fieldset className={classes.choices}>
        <legend>{label}</legend>
        {Object.entries(answerChoices).map(([code, words]) => (
          <label key={code} className={classes.choice}>
            <input type="radio" name={field.key} checked={value === code} onChange={() => onValue(code)} />
            {words}
          </label>
        ))}
      </fieldset>
    );
  if (field.kind === 'photos')
    return (
      <fieldset className={classes.choices}>
        <legend>{label}</legend>
        <SentPhotos session={session} photos={joined.map((id) => ({ id }))} />
        <Photos session={session} photos={photos} onChange={onPhotos} />
      </fieldset>
    );
  if (field.kind === 'signature')
    return (
      <Signature
        session={session}
        label={label}
        name={null}
        before={joined.length > 0 ? '' : null}
        photo={photos[0] ?? null}
        onPhoto={(photo) => onPhotos(photo ? [photo] : [])}
        onTaking={onTaking}
      />
    );
  if (field.kind === 'moment')
    return (
      <div className={classes.field}>
        <label className={classes.field}>
          {label}
          <input
            type="datetime-local"
            value={value ? localOf(value) : ''}
            onChange={(event) => onValue(instantOf(event.currentTarget.value))}
          />
        </label>
        <button
          type="button"
          className={classes.quiet}
          aria-label={`${field.label} : maintenant`}
          onClick={() => onValue(new Date(session.now()).toISOString())}
        >
          Maintenant
        </button>
      </div>
    );
  if (field.kind === 'number')
    return (
      <label className={classes.field}>
        {label}
        <input
          inputMode="decimal"
          value={value.replace('.', ',')}
          onChange={(event) => onValue(event.currentTarget.value.replace(',', '.'))}
        />
      </label>
    );
  return (
    <label className={classes.field}>
      {label}
      <textarea
        rows={3}
        maxLength={longestAnswer}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

interface SignatureProps {
  session: FieldSession;
  label: string;
  /** Null: it has none. */
  name: string | null;
  /** Who signed before; '': nobody knows his name. */
  before: string | null;
  onName?(name: string): void;
  photo: PhotoRef | null;
  onPhoto(photo: PhotoRef | null): void;
  /** Of each drawing; false: this telephone could not store it. */
  onTaking(taken: Promise<boolean>): void;
}

/** Each stroke is stored at once: a drawing counts as signed, « Valider » only closes the pad. */
export function Signature(props: SignatureProps): ReactElement {
  const { session, label, name, before, onName, photo, onPhoto, onTaking } = props;
  // A drawing of an earlier opening is shown as signed.
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const last = useRef(0);
  const keep = async (picture: Promise<Blob>): Promise<boolean> => {
    last.current += 1;
    const turn = last.current;
    setProblem(null);
    try {
      const taken = await session.takePhoto(await picture);
      // Drawn further, or wiped, meanwhile.
      if (turn === last.current) onPhoto(taken);
      return true;
    } catch {
      setProblem(signatureFailed);
      return false;
    }
  };
  const wipe = (): void => {
    last.current += 1;
    onPhoto(null);
    onTaking(Promise.resolve(true));
  };
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {before !== null && !photo ? (
        <p className={classes.dim}>Déjà signé{before ? ` par ${before}` : ''} : une autre signature la remplace.</p>
      ) : null}
      {name === null || (photo && !isOpen && name.trim()) ? null : (
        <label className={classes.field}>
          Nom du signataire
          <input value={name} maxLength={120} onChange={(event) => onName?.(event.currentTarget.value)} />
        </label>
      )}
      {photo && !isOpen ? (
        <p className={classes.chosen}>
          <strong>{name?.trim() ? `Signé par ${name.trim()}` : 'Signé'}</strong>
          <button type="button" className={classes.quiet} onClick={wipe}>
            Effacer
          </button>
        </p>
      ) : (
        <SignaturePad
          label={`Signature : ${label}`}
          onChange={(picture) => {
            setOpen(picture !== null);
            if (picture) onTaking(keep(picture));
            else wipe();
          }}
          onDone={() => (name === null || name.trim() ? setOpen(false) : setProblem(missingSigner(label)))}
        />
      )}
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

export const signatureFailed = 'Ce téléphone n’a pas pu enregistrer la signature.';
export const missingSigner = (label: string): string => `Indiquez le nom du signataire : ${label}`;
