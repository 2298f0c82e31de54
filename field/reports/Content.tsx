// A report that was handed over, to read it again: as the agency has it, and what still waits to be sent.
import type { ReactElement } from 'react';
import { wordsOfAnswer } from '#core/reports/answers.ts';
import type { FieldReport } from '#core/reports/field-report.ts';
import { fieldsOf, type TemplateSection } from '#core/reports/template.ts';
import { allSigners, signers } from '#core/reports/types.ts';
import { formatMoment } from '#ui/format.ts';
import classes from '../field.module.css';
import { SentPhotos } from '../SentPhotos.tsx';
import type { FieldSession } from '../session.ts';
import type { Said } from './held.ts';

interface Props {
  session: FieldSession;
  sections: readonly TemplateSection[];
  written: FieldReport | null;
  /** Messages that wait, oldest first. */
  said: readonly Said[];
  zone: string;
}

interface Given {
  value: string | null;
  files: readonly string[];
}

export function Content({ session, sections, written, said, zone }: Props): ReactElement | null {
  const answers = new Map<string, Given>([
    ...(written?.answers ?? []).map(({ key, value, files }) => [key, { value, files }] as const),
    ...said.flatMap(({ answers: own = [] }) =>
      own.map(({ key, value = null, files = [] }) => [key, { value, files: files.map(({ id }) => id) }] as const),
    ),
  ]);
  const signed = allSigners.flatMap((signer) => {
    const name = said.findLast((one) => one[`${signer}Signature`])?.[`${signer}Signature`]?.name;
    const words = name ?? written?.signers[signer] ?? null;
    return words === null ? [] : [[signers[signer], words] as const];
  });
  if (answers.size === 0 && signed.length === 0) return null;
  return (
    <dl className={classes.body} aria-label="Contenu du rapport">
      {fieldsOf(sections).map(({ key, label, kind }) => {
        const { value = null, files = [] } = answers.get(key) ?? {};
        const words = wordsOfAnswer(kind, value, (at) => formatMoment(at, zone));
        return words || files.length > 0 ? (
          <div key={key}>
            <dt className={classes.dim}>{label}</dt>
            <dd>
              {words}
              <SentPhotos session={session} photos={files.map((id) => ({ id }))} />
            </dd>
          </div>
        ) : null;
      })}
      {signed.map(([who, name]) => (
        <div key={who}>
          <dt className={classes.dim}>{who}</dt>
          <dd>Signé{name ? ` par ${name}` : ''}</dd>
        </div>
      ))}
    </dl>
  );
}
