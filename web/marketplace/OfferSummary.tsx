// The sheet of an announcement: for others with « Répondre », for its agency with the answers.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { stateOf } from '#core/kernel/machine.ts';
import { answerMachine } from '#core/marketplace/answer.ts';
import { markOffers, readAnswers } from '#core/marketplace/calls.ts';
import { departments } from '#core/marketplace/departments.ts';
import { activeOffer, offerMachine, offerTypes } from '#core/marketplace/offer.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { Block, Facts, Summary, type Wrong } from '../summary/parts.tsx';
import classes from './marketplace.module.css';
import { ReceivedAnswers } from './ReceivedAnswers.tsx';
import { type OfferRow, type Side, sides } from './rows.ts';
import { lawOf, missionOf } from './terms.ts';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));

const named = departments as Readonly<Record<string, string>>;

/** What is opened is read, without waiting. */
function useReading({ id, isUnread, isOwn, newAnswers }: OfferRow, side: Side): void {
  useEffect(() => {
    if (!isUnread) return;
    call(markOffers, { mount: side, input: { ids: [id] } }).then(
      () => invalidateEntity(sides[side], [id]),
      () => undefined,
    );
  }, [id, isUnread, side]);
  // Answers are noted as read when the sheet is left: until then they are shown as new.
  useEffect(() => {
    if (!isOwn || !newAnswers) return undefined;
    return () => {
      call(readAnswers, { mount: side, params: { id } }).then(
        () => invalidateEntity(sides[side], [id]),
        () => undefined,
      );
    };
  }, [id, isOwn, newAnswers, side]);
}

const wrongsOf = ({ isOwn, status, endsOn }: OfferRow, zone: string): Wrong[] =>
  isOwn && status === activeOffer && endsOn !== null && endsOn < today(zone)
    ? [{ what: 'La mission est terminée : les autres agences ne voient plus cette annonce.', tone: 'orange' }]
    : [];

export default function OfferSummary({ row, side = 'agency' }: SummaryProps & { side?: Side }): ReactElement {
  const offer = row as unknown as OfferRow;
  const { can } = useSession();
  const { zone } = useLocale();
  const [answering, setAnswering] = useState(false);
  useReading(offer, side);
  const { isOwn, answered, contact } = offer;
  const mayAnswer = !isOwn && answered === null && can(['createOfferAnswer']);
  const mission = missionOf(offer);
  const law = lawOf(offer.type, offer);
  return (
    <>
      <Summary wrongs={wrongsOf(offer, zone)}>
        <Block
          title="Annonce"
          wide
          action={
            mayAnswer ? (
              <Button size="compact-sm" onClick={() => setAnswering(true)}>
                Répondre
              </Button>
            ) : null
          }
        >
          <p className={classes.text}>{offer.description}</p>
          <Facts
            spread
            facts={[
              ['Type', offerTypes[offer.type]],
              ['Agence', offer.name],
              ['Départements', offer.departments.map((code) => named[code]).join(', ')],
              ['Lieu', offer.location],
              ['Statut', <StatusBadge key="s" machine={offerMachine} code={offer.status} />],
              ['Ma réponse', answered !== null && stateOf(answerMachine, Number(answered)).label],
              ['Référence', offer.reference],
              ['Publiée le', formatMoment(offer.createdAt, zone)],
            ]}
          />
        </Block>
        {isOwn && can(['listOfferAnswers']) ? <ReceivedAnswers offer={offer} side={side} /> : null}
        {mission.some(([, value]) => Boolean(value)) ? (
          <Block title="Mission">
            <Facts facts={mission} />
          </Block>
        ) : null}
        {law.length > 0 ? (
          <Block title="Sous-traitance">
            <Facts facts={law} />
          </Block>
        ) : null}
        {contact.name || contact.email || contact.phone ? (
          <Block title="Contact">
            <Facts
              facts={[
                ['Nom', contact.name],
                ['E-mail', contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>],
                ['Téléphone', contact.phone],
              ]}
            />
          </Block>
        ) : null}
      </Summary>
      <Suspense>
        {answering ? <AnswerDialog offer={offer} side={side} onClose={() => setAnswering(false)} /> : null}
      </Suspense>
    </>
  );
}
