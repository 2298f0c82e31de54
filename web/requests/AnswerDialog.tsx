// The answer to a request: what it changes is shown first, then it goes with or without a confirmation mail (K-005, K-010).
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { dayExists, frenchDay } from '#core/kernel/validators.ts';
import type { Freed } from '#core/planning/leaving.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { requestCalls } from '#core/requests/calls.ts';
import { longestMessage } from '#core/requests/limits.ts';
import { requestOf } from '#core/requests/request.ts';
import { type RequestKind, requestMachine, requestMessages, requestStatus } from '#core/requests/status.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/drafts.ts';
import { ReferenceSelect } from '#ui/fields/ReferenceSelect.tsx';
import { DateInput } from '#ui/kinds/DateInput.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { FreedServices, offerBack } from './FreedServices.tsx';
import { LeaveChecks } from './LeaveChecks.tsx';
import type { AgentRequestRow, RequestRow } from './rows.ts';

export type AnswerMove = 'accept' | 'refuse' | 'postpone';

const titles: Record<AnswerMove, string> = {
  accept: 'Accepter la demande ?',
  refuse: 'Refuser la demande ?',
  postpone: 'Reporter la demande ?',
};

interface Props {
  kind: RequestKind;
  row: RequestRow;
  move: AnswerMove;
  onClose(): void;
}

/** What an accepted request made goes with its acceptance. */
function takenBack(row: RequestRow, move: AnswerMove): string | null {
  if (move === 'accept' || row.status !== requestStatus.accepted || !('nature' in row)) return null;
  if (row.unavailability)
    return 'L’absence née de cette demande est retirée du planning, sauf si le collaborateur l’avait déclarée lui-même.';
  return row.salaryElement
    ? 'L’élément de salaire né de cette demande est supprimé, si sa paie n’est pas close.'
    : null;
}

export default function AnswerDialog({ kind, row, move, onClose }: Props): ReactElement {
  const of = requestOf[kind] as Entity;
  const { currency } = useLocale();
  // A colleague may answer while this dialog is open.
  const [first] = useState(row.status);
  const place = `request-answer.${row.id}`;
  const [message, setMessage] = useState(() => readDraft<string>(place) ?? '');
  const [services, setServices] = useState<'keep' | 'free'>('keep');
  const [type, setType] = useState<Reference | null | undefined>(undefined);
  const [date, setDate] = useState<string | undefined>(undefined);
  const [key, setKey] = useState(actKey);
  const prepared = useCall(requestCalls[kind].prepare, { params: { id: row.id } });
  const { data } = prepared;
  const isAccept = move === 'accept';
  const advance =
    isAccept && data?.advance ? { type: type ?? data.advance.type, date: date ?? data.advance.date } : null;
  const isDated = !advance || dayExists(advance.date);
  const type_ = (next: string): void => {
    setMessage(next);
    keepDraft(place, next);
  };
  const act = useAct(async (sendMail: boolean) => {
    const input = {
      ...{ id: row.id, sendMail, message: message.trim() || null, services },
      element: advance?.type ? { type: { id: advance.type.id }, date: advance.date } : null,
    };
    let done: Freed;
    try {
      done = (await call(requestCalls[kind].answer, {
        params: { status: answerStatus[move] },
        input,
        key,
      })) as unknown as Freed;
    } catch (error) {
      // A refusal is final for this key; a lost answer is asked for again.
      if (error instanceof Problem) setKey(actKey());
      // K-008; a refusal is one, not a fault: the dialog says why.
      notifyProblem(
        error instanceof Problem ? new Problem(error.kind, requestMessages.failed) : new Error(requestMessages.failed),
      );
      throw error;
    }
    dropDraft(place);
    notifySuccess(sendMail ? requestMessages.mailed : requestMessages.withoutMail);
    if (!isAccept && 'nature' in row) offerBack(row.agent, done);
    void invalidateEntity(of, [row.id]);
    void invalidateEntity(Unavailability as Entity);
    onClose();
  });
  const close = (): void => {
    notifyInfo(requestMessages.closed);
    onClose();
  };
  const refusal = isAccept ? (data?.refusal ?? null) : null;
  const back = takenBack(row, move);
  const nobody = data?.recipients.length === 0;
  return (
    <DialogAbove opened onClose={close} title={titles[move]} size="lg" centered>
      <Stack inert={act.busy}>
        <Text>
          <strong>{row.subject}</strong>
          <Text span c="dimmed">
            {` · ${row.requestType.name} · ${'nature' in row ? row.agent.name : row.customer.name}`}
          </Text>
        </Text>
        {row.status !== first ? (
          <Alert color="orange" variant="light" role="alert" title="Une réponse vient d’être donnée">
            {`${row.answeredBy ?? 'Un collègue'} : « ${stateOf(requestMachine(kind), row.status).label} ». La vôtre la remplacera.`}
          </Alert>
        ) : null}
        {!data ? <NotRead of={prepared} failure="Vérification impossible" reading="Vérification" height={96} /> : null}
        {refusal ? (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        ) : null}
        {isAccept && data?.leave && !refusal ? (
          <LeaveChecks row={row as AgentRequestRow} checks={data.leave} services={services} onServices={setServices} />
        ) : null}
        {advance && !refusal && 'amount' in row && row.amount !== null ? (
          <Text>
            {'Montant de l’acompte : '}
            <strong>{formatMoney(row.amount, currency)}</strong>
          </Text>
        ) : null}
        {advance && !refusal ? (
          <Group grow align="flex-start">
            <ReferenceSelect
              target="salaryElementType"
              label="Élément de salaire"
              required
              offer={{}}
              value={advance.type}
              onChange={setType}
            />
            <DateInput
              kind="day"
              label="Date de paie"
              required
              value={advance.date}
              description={`Retenue sur la paie du mois de cette date (${isDated ? frenchDay(advance.date) : '…'}).`}
              error={act.violation('element.date') ?? undefined}
              onChange={setDate}
            />
          </Group>
        ) : null}
        {back ? (
          <Alert color="orange" variant="light">
            {back}
          </Alert>
        ) : null}
        {!isAccept && data && data.freed.length > 0 ? <FreedServices services={data.freed} /> : null}
        <Textarea
          label="Un mot au demandeur (facultatif)"
          description="Ajouté à la conversation, et à l’e-mail s’il part."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={longestMessage}
          value={message}
          onChange={({ currentTarget }) => type_(currentTarget.value)}
        />
        {data ? (
          <Text size="sm" c="dimmed">
            {nobody ? requestMessages.noAddress : `E-mail de confirmation à ${data.recipients.join(', ')}.`}
          </Text>
        ) : null}
        <FormProblem problem={act.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Annuler
          </Button>
          <Button
            variant="default"
            loading={act.busy}
            disabled={!data || refusal !== null || !isDated}
            onClick={() => act.run(false)}
          >
            {`${verbs[move]} sans e-mail`}
          </Button>
          <Button
            loading={act.busy}
            disabled={!data || nobody || refusal !== null || !isDated}
            {...(move === 'refuse' ? { color: 'red' } : {})}
            onClick={() => act.run(true)}
          >
            {`${verbs[move]} avec e-mail`}
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}

const answerStatus = { accept: '200', refuse: '300', postpone: '400' } as const;

const verbs: Record<AnswerMove, string> = { accept: 'Accepter', refuse: 'Refuser', postpone: 'Reporter' };
