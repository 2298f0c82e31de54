// The sheet of an answer, for the agency that gave it.
import type { ReactElement } from 'react';
import { answerMachine } from '#core/marketplace/answer.ts';
import { offerTypes } from '#core/marketplace/offer.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { Block, Facts, Summary } from '../summary/parts.tsx';
import classes from './marketplace.module.css';
import type { AnswerRow } from './rows.ts';

export default function AnswerSummary({ row }: SummaryProps): ReactElement {
  const answer = row as unknown as AnswerRow;
  const { zone } = useLocale();
  const { contact } = answer;
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
    </Summary>
  );
}
