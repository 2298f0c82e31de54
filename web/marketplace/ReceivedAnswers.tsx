// The answers to one's own announcement, with the authorisation of each agency, to accept or refuse.
import { Button, Group } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { frenchDay, isFrench } from '#core/kernel/validators.ts';
import { answerMachine, OfferAnswer, waitingAnswer } from '#core/marketplace/answer.ts';
import { unauthorised } from '#core/marketplace/authorisation.ts';
import { decideAnswer } from '#core/marketplace/calls.ts';
import { activeOffer, isSubcontracting, searchesSubcontractor } from '#core/marketplace/offer.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { questionOf } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { Block } from '../summary/parts.tsx';
import classes from './marketplace.module.css';
import { type OfferRow, type Side, sides } from './rows.ts';
import { tooMany } from './terms.ts';

type Received = OfferRow['answers'][number];

const statusOf = { accept: '200', refuse: '300' } as const;

export const ReceivedAnswers = ({ offer, side }: { offer: OfferRow; side: Side }): ReactElement => (
  <Block title="Réponses reçues" wide>
    {offer.answers.length === 0 ? <p className={classes.empty}>Aucune réponse pour l’instant.</p> : null}
    <ul className={classes.answers}>
      {offer.answers.map((answer) => (
        <li key={answer.id} className={classes.answer}>
          <Answer offer={offer} answer={answer} side={side} />
        </li>
      ))}
    </ul>
  </Block>
);

function Answer({ offer, answer, side }: { offer: OfferRow; answer: Received; side: Side }): ReactElement {
  const { can } = useSession();
  const { zone, holidayLocale } = useLocale();
  const act = useAct(async (move: 'accept' | 'refuse') => {
    const { confirm: question, done } = answerMachine.moves[move];
    const also =
      move === 'accept' && Number(offer.type) === searchesSubcontractor
        ? ' Elle est ajoutée à vos entreprises sous-traitantes, avec son rang et la part confiée.'
        : '';
    if (!(await confirm(questionOf({ ...question, message: question.message + also })))) return;
    await call(decideAnswer, {
      mount: side,
      params: { offerId: offer.id, answerId: answer.id, status: statusOf[move] },
      key: actKey(),
    });
    notifySuccess(done);
    await Promise.all([
      invalidateEntity(sides[side], [offer.id]),
      invalidateEntity(OfferAnswer as Entity, [answer.id]),
    ]);
  });
  const { approvalNumber, approvalExpiresAt, contactName, contactEmail, contactPhone } = answer;
  // The law asks it of French agencies.
  const refusal =
    isSubcontracting(Number(offer.type)) && isFrench(holidayLocale)
      ? unauthorised(answer, { today: today(zone), until: offer.endsOn, party: 'other' })
      : null;
  const mayDecide = Number(answer.status) === waitingAnswer && offer.status === activeOffer && can(['editOfferAnswer']);
  return (
    <article aria-label={`Réponse de ${answer.name}`}>
      <header className={classes.head}>
        <strong>{answer.name}</strong>
        {answer.readAt === null ? <span className={classes.new}>Nouvelle</span> : null}
        <StatusBadge machine={answerMachine} code={Number(answer.status)} />
        <time dateTime={answer.createdAt}>{formatMoment(answer.createdAt, zone)}</time>
      </header>
      <p className={classes.text}>{answer.message}</p>
      <p className={classes.facts}>
        {[
          tooMany(answer.people, offer.people)?.slice(0, -1) ??
            (answer.people !== null && plural(answer.people, 'agent proposé', 'agents proposés')),
          approvalNumber &&
            `Autorisation n° ${approvalNumber}${approvalExpiresAt ? `, valable jusqu’au ${frenchDay(approvalExpiresAt)}` : ''}`,
          [contactName, contactEmail, contactPhone].filter(Boolean).join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {refusal && mayDecide ? (
        <p className={classes.warning} role="note">
          {refusal}
        </p>
      ) : null}
      <FormProblem problem={act.problem} />
      {mayDecide ? (
        <Group gap="xs">
          <Button size="compact-sm" loading={act.busy} disabled={refusal !== null} onClick={() => act.run('accept')}>
            Accepter
          </Button>
          <Button size="compact-sm" variant="default" loading={act.busy} onClick={() => act.run('refuse')}>
            Refuser
          </Button>
        </Group>
      ) : null}
    </article>
  );
}
