// The sheet of an answer, for the agency that gave it.
import type { ReactElement } from 'react';
import { answerMachine } from '#core/marketplace/answer.ts';
import { departments } from '#core/marketplace/departments.ts';
import { offerTypes } from '#core/marketplace/offer.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { Block, Facts, Summary, ways } from '../summary/parts.tsx';
import classes from './marketplace.module.css';
import type { AnswerRow } from './rows.ts';
import { lawOf, missionOf } from './terms.ts';

const named = departments as Readonly<Record<string, string>>;

export default function AnswerSummary({ row }: SummaryProps): ReactElement {
  const answer = row as unknown as AnswerRow;
  const { zone } = useLocale();
  const { contact, terms, publisher } = answer;
  return (
    <Summary wrongs={[]}>
      <Block title="Réponse" wide>
        <p className={classes.text}>{answer.message}</p>
        <Facts
          spread
          facts={[
            ['Statut', <StatusBadge key="s" machine={answerMachine} code={answer.status} />],
            ['Annonce', answer.offerTitle],
            ['Type', offerTypes[answer.offerType]],
            ['Agence de l’annonce', answer.offerAgency],
            ['Agents proposés', answer.people],
            ['Contact', [contact.name, contact.email, contact.phone].filter(Boolean).join(', ')],
            ['Envoyée le', formatMoment(answer.createdAt, zone)],
            ['Décidée le', answer.decidedAt && formatMoment(answer.decidedAt, zone)],
          ]}
        />
      </Block>
      <Block title="Mission, telle qu’à votre réponse">
        <Facts
          facts={[
            ...missionOf(terms),
            ['Départements', terms.departments.map((code) => named[code]).join(', ')],
            ['Lieu', terms.location],
            ...lawOf(answer.offerType, terms),
          ]}
        />
        {terms.description ? <p className={classes.text}>{terms.description}</p> : null}
      </Block>
      {publisher.contact || publisher.email || publisher.phone ? (
        <Block title="Contact de l’annonce">
          <Facts
            facts={[['Nom', publisher.contact], ...ways(publisher.phone ? [publisher.phone] : null, publisher.email)]}
          />
        </Block>
      ) : null}
    </Summary>
  );
}
