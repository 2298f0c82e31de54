// The inputs of a report, by kind of field.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import { answerChoices, longestAnswer } from '#core/reports/answers.ts';
import type { TemplateField } from '#core/reports/template.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import classes from '../field.module.css';
import { Photos } from '../Photos.tsx';
import type { FieldSession } from '../session.ts';
import type { Drawn } from './ReportScreen.tsx';

interface Props {
  session: FieldSession;
  field: TemplateField;
  value: string;
  photos: readonly PhotoRef[];
  onValue(value: string): void;
  onPhotos(photos: readonly PhotoRef[]): void;
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

export function AnswerInput({ session, field, value, photos, onValue, onPhotos }: Props): ReactElement {
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
        <Photos session={session} photos={photos} onChange={onPhotos} />
      </fieldset>
    );
  if (field.kind === 'signature')
    return (
      <Signature
        session={session}
        label={label}
        usual=""
        drawn={photos[0] ? { photo: photos[0], name: '' } : null}
        onDrawn={(drawn) => onPhotos(drawn ? [drawn.photo] : [])}
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
  /** The name that is proposed. */
  usual: string;
  drawn: Drawn | null;
  onDrawn(drawn: Drawn | null): void;
}

export function Signature({ session, label, usual, drawn, onDrawn }: SignatureProps): ReactElement {
  const [name, setName] = useState(usual);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (picture: Blob): Promise<void> => {
    if (!name.trim()) return setProblem('Indiquez le nom du signataire');
    setProblem(null);
    try {
      onDrawn({ photo: await session.takePhoto(picture), name: name.trim() });
    } catch {
      setProblem('Ce téléphone n’a pas pu enregistrer la signature.');
    }
  };
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {drawn ? (
        <p className={classes.chosen}>
          <strong>{drawn.name ? `Signé par ${drawn.name}` : 'Signé'}</strong>
          <button type="button" className={classes.quiet} onClick={() => onDrawn(null)}>
            Effacer
          </button>
        </p>
      ) : (
        <>
          <label className={classes.field}>
            Nom du signataire
            <input value={name} maxLength={120} onChange={(event) => setName(event.currentTarget.value)} />
          </label>
          <SignaturePad label={`Signature : ${label}`} onDone={(picture) => void keep(picture)} />
        </>
      )}
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
