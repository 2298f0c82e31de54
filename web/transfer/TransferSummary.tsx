// The sheet of a transfer: its terms with what is done, and its people.
import { Button, Group } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { fetchTransferTasks, markTransferTask, type TransferTask } from '#core/transfer/calls.ts';
import { directions } from '#core/transfer/deadlines.ts';
import { runningTransfer, StaffTransfer } from '#core/transfer/transfer.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem } from '#ui/notify.ts';
import { Answer, Block, Facts, Linked, Mail, Note, Summary, type Wrong } from '../summary/parts.tsx';
import classes from './transfer.module.css';

const LostPeople = lazy(() => import('./LostPeople.tsx'));
const ReceivedPeople = lazy(() => import('./ReceivedPeople.tsx'));

type TransferRow = Row<typeof StaffTransfer>;

function wrongsOf(
  { status, nextDue, nextTask, knownOn }: TransferRow,
  day: string,
  onEdit?: (() => void) | null,
): Wrong[] {
  if (status !== runningTransfer) return [];
  return [
    ...(nextDue && nextDue < day ? [{ what: `${nextTask} : délai passé depuis le ${frenchDay(nextDue)}` }] : []),
    ...(knownOn
      ? []
      : [
          {
            what: 'Les délais n’ont pas commencé',
            remedy: 'Ils partent du jour où la reprise a été annoncée.',
            tone: 'orange' as const,
            act: onEdit && { label: 'Indiquer la date', run: onEdit },
          },
        ]),
  ];
}

export default function TransferSummary({ row, onEdit }: SummaryProps): ReactElement {
  const transfer = row as unknown as TransferRow;
  const { zone } = useLocale();
  const isLost = transfer.direction === 'OUT';
  return (
    <Summary wrongs={wrongsOf(transfer, today(zone), onEdit)}>
      <Block title="Reprise" wide>
        <Facts
          spread
          facts={[
            [
              'Site',
              <Linked key="s" entity="site" id={transfer.site.id}>
                {transfer.site.name}
              </Linked>,
            ],
            ['Sens', directions[transfer.direction]],
            ['Date du transfert', frenchDay(transfer.transferDate)],
            ['Annoncée le', transfer.knownOn && frenchDay(transfer.knownOn)],
            [isLost ? 'Entreprise entrante' : 'Entreprise sortante', transfer.otherCompany],
            ['E-mail', transfer.otherEmail && <Mail key="m" of={transfer.otherEmail} />],
            ['Adresse', transfer.otherAddress],
            [
              'Contrat commercial',
              transfer.contract && (
                <Linked key="c" entity="commercialContract" id={transfer.contract.id}>
                  {transfer.contract.name}
                </Linked>
              ),
            ],
            ['Règle', transfer.isAirport && 'Sûreté aéroportuaire : tous repris (art. 2.3.3)'],
            ['Commentaire', transfer.comment],
          ]}
        />
      </Block>
      <Tasks transfer={transfer} />
      <Suspense>{isLost ? <LostPeople transfer={transfer} /> : <ReceivedPeople transfer={transfer} />}</Suspense>
    </Summary>
  );
}

function Tasks({ transfer }: { transfer: TransferRow }): ReactElement {
  const { zone } = useLocale();
  const { can } = useSession();
  const params = { id: transfer.id };
  const asked = useCall(fetchTransferTasks, { params });
  const [marking, setMarking] = useState<string | null>(null);
  const day = today(zone);
  const mark = useAct(async (task: TransferTask) => {
    setMarking(task.code);
    try {
      const input = { code: task.code, doneOn: task.doneOn === null ? day : null };
      await call(markTransferTask, { params, input, key: actKey() });
      await Promise.all([asked.refetch(), invalidateEntity(StaffTransfer, [transfer.id])]);
    } catch (error) {
      notifyProblem(error);
    }
  });
  const mayMark = can(['editAgentContract']) && transfer.status === runningTransfer;
  return (
    <Block title="Étapes et délais" wide>
      <Answer of={asked}>
        {({ tasks }) => (
          <table className={classes.tasks}>
            <thead>
              <tr>
                {['Étape', 'Au plus tard', 'Faite', ''].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <tr key={task.code}>
                  <td>
                    {task.label} <Note>{`art. ${task.article}${task.isTheirs ? ' · de l’autre entreprise' : ''}`}</Note>
                  </td>
                  <td className={task.due && !task.doneOn && task.due < day ? classes.late : undefined}>
                    {task.due && <span className={classes.said}>Au plus tard le </span>}
                    {task.due ? frenchDay(task.due) : <Note>{task.doneOn ? '—' : 'pas encore commencé'}</Note>}
                  </td>
                  <td>
                    {task.doneOn && (
                      <>
                        <span className={classes.said}>Faite </span>
                        {`le ${frenchDay(task.doneOn)}${task.doneBy ? `, ${task.doneBy}` : ''}`}
                      </>
                    )}
                  </td>
                  <td>
                    {mayMark && (
                      <Group justify="flex-end" gap="xs" className={classes.marks ?? ''}>
                        <Button
                          size="compact-sm"
                          variant="default"
                          loading={mark.busy && marking === task.code}
                          onClick={() => mark.run(task)}
                          aria-label={`${task.doneOn ? 'À refaire' : 'Fait'} : ${task.label}`}
                        >
                          {task.doneOn ? 'À refaire' : 'Fait aujourd’hui'}
                        </Button>
                      </Group>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answer>
    </Block>
  );
}
