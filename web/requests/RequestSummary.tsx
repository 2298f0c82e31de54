// The sheet of a request: what is asked, what the agency answered and what it became, and the conversation.

import { Button, Group } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { refusal } from '#core/kernel/machine.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { requestCalls } from '#core/requests/calls.ts';
import { requestOf } from '#core/requests/request.ts';
import { type RequestKind, requestMachine, requestRights, requestStatus } from '#core/requests/status.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { FileLink } from '#ui/files/FileLink.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { pathFor } from '#ui/may.ts';
import { Block, Facts, LineMain, Lines, Linked, Summary } from '../summary/parts.tsx';
import type { AnswerMove } from './AnswerDialog.tsx';
import { periodText } from './period.ts';
import classes from './requests.module.css';
import type { AgentRequestRow, RequestRow } from './rows.ts';
import { Thread } from './Thread.tsx';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));

export const answerMoves: readonly AnswerMove[] = ['accept', 'refuse', 'postpone'];
const labels: Record<AnswerMove, string> = { accept: 'Accepter', refuse: 'Refuser', postpone: 'Reporter' };

/** Its reading is noted without waiting. */
function useReading(kind: RequestKind, { id, isUnread }: RequestRow): void {
  useEffect(() => {
    if (!isUnread) return;
    call(requestCalls[kind].markRead, { params: { id } }).then(
      () => invalidateEntity(requestOf[kind] as Entity, [id]),
      () => undefined,
    );
  }, [kind, id, isUnread]);
}

export default function RequestSummary({ kind, row }: SummaryProps & { kind: RequestKind }): ReactElement {
  const request = row as unknown as RequestRow;
  const session = useSession();
  const { can } = session;
  const { zone, currency } = useLocale();
  const [answering, setAnswering] = useState<AnswerMove | null>(null);
  useReading(kind, request);
  const isAgency = pathFor(session, requestOf[kind] as Entity) === 'agency';
  const mayAnswer = isAgency && can([requestRights[kind].edit]);
  const machine = requestMachine(kind);
  const moves = mayAnswer ? answerMoves.filter((move) => refusal(machine, move, row) === null) : [];
  return (
    <>
      <Summary wrongs={[]}>
        <Block
          title="Demande"
          action={
            <Group gap="xs">
              {moves.map((move) => (
                <Button
                  key={move}
                  size="compact-sm"
                  variant={move === 'accept' ? 'filled' : 'default'}
                  onClick={() => setAnswering(move)}
                >
                  {labels[move]}
                </Button>
              ))}
            </Group>
          }
        >
          <Facts
            facts={[
              ['Statut', <StatusBadge key="s" machine={machine} code={request.status} />],
              ['Type', request.requestType.name],
              ...whose(request, isAgency),
              ...('nature' in request ? asked(request, zone, currency) : []),
              ['Demandée le', formatMoment(request.createdAt, zone)],
              ['Saisie par', isAgency && request.author !== requester(request) && request.author],
              [
                'Demande',
                request.content && (
                  <p key="c" className={classes.asked}>
                    {request.content}
                  </p>
                ),
              ],
            ]}
          />
        </Block>
        <Block title="Réponse">
          <Facts
            facts={[
              [
                'Répondue le',
                request.answeredAt &&
                  request.status !== requestStatus.pending &&
                  formatMoment(request.answeredAt, zone),
              ],
              ['Par', request.answeredBy],
              ['E-mail', request.sent && 'envoyé'],
              ...('nature' in request ? became(request, isAgency, zone) : []),
            ]}
          />
          {request.status === requestStatus.pending ? 'En attente de réponse.' : null}
        </Block>
        {request.attachments.length > 0 ? (
          <Block title="Pièces jointes">
            <Lines of={request.attachments} keyOf={({ id }) => id} empty="">
              {(file) => (
                <LineMain>
                  <FileLink file={file} />
                </LineMain>
              )}
            </Lines>
          </Block>
        ) : null}
        <Thread kind={kind} row={request} mayWrite={isAgency ? mayAnswer : true} />
      </Summary>
      <Suspense>
        {answering ? (
          <AnswerDialog kind={kind} row={request} move={answering} onClose={() => setAnswering(null)} />
        ) : null}
      </Suspense>
    </>
  );
}

type Facts_ = Parameters<typeof Facts>[0]['facts'];

const requester = (request: RequestRow): string | null =>
  'nature' in request ? request.agent.name : request.createdBy.name;

function whose(request: RequestRow, isAgency: boolean): Facts_ {
  if ('nature' in request)
    return isAgency
      ? [
          [
            'Collaborateur',
            // K-024
            request.agent?.name ? (
              <Linked key="a" entity="agent" id={request.agent.id}>
                {request.agent.name}
              </Linked>
            ) : (
              'Collaborateur introuvable'
            ),
          ],
        ]
      : [];
  const { createdBy, agent, customer } = request;
  return [
    [
      'Client',
      isAgency && (
        <Linked key="c" entity="customer" id={customer.id}>
          {customer.name}
        </Linked>
      ),
    ],
    ['Demandeur', [createdBy.name, createdBy.email].filter(Boolean).join(' · ')],
    ['Suivie par', agent?.name],
  ];
}

const asked = ({ startAt, endAt, reason, amount }: AgentRequestRow, zone: string, currency: string): Facts_ => [
  ['Période', startAt && endAt && periodText(startAt, endAt, zone)],
  ['Motif', reason?.name],
  ['Montant', amount !== null && formatMoney(amount, currency)],
];

function became(
  { status, nature, unavailability, salaryElement }: AgentRequestRow,
  isAgency: boolean,
  zone: string,
): Facts_ {
  const isAccepted = status === requestStatus.accepted;
  const absence = unavailability && periodText(unavailability.startAt, unavailability.endAt, zone);
  const pay = salaryElement && `retenu sur la paie du ${frenchDay(salaryElement.date)}`;
  return [
    [
      'Au planning',
      isAccepted && nature === 'LEAVE' ? (
        unavailability ? (
          isAgency ? (
            <Linked key="u" entity="unavailability" id={unavailability.id}>
              {`Absence ${absence}`}
            </Linked>
          ) : (
            `Absence ${absence}`
          )
        ) : (
          'L’absence a été supprimée du planning.'
        )
      ) : null,
    ],
    [
      'À la paie',
      isAccepted && nature === 'ADVANCE' ? (
        salaryElement ? (
          isAgency ? (
            <Linked key="e" entity="salaryElement" id={salaryElement.id}>
              {pay}
            </Linked>
          ) : (
            pay
          )
        ) : (
          'L’élément de salaire a été supprimé.'
        )
      ) : null,
    ],
  ];
}
