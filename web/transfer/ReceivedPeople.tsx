// A won site: the list received, what to verify of each, how many must be taken, and the collaborators made of them.
import { Alert, Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { contractTypes } from '#core/agents/contracts.ts';
import type { Row } from '#core/kernel/entity.ts';
import { formatDecimal } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { findKnownPeople, hirePeople, knownBy, mostReceived } from '#core/transfer/calls.ts';
import { progressOf, remarksOn } from '#core/transfer/received.ts';
import { isSeniorAt } from '#core/transfer/rules.ts';
import { personDecisions, runningTransfer, type StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import { notifySuccess } from '#ui/notify.ts';
import { useLinked } from '../summary/linked.ts';
import { AddLinked, Answer, Block, Facts, Linked } from '../summary/parts.tsx';
import classes from './transfer.module.css';

const ReceiveDialog = lazy(() => import('./ReceiveDialog.tsx'));

type PersonRow = Row<typeof TransferPerson>;

const tones = { PENDING: 'orange', TAKEN: 'teal', NOT_TAKEN: 'gray', DECLINED: 'gray', INELIGIBLE: 'red' } as const;

/** Each line that was refused. */
const refusalsOf = (problem: Error): string[] => {
  const violations = problem instanceof Problem ? problem.details.violations : undefined;
  return [...new Set(violations?.map(({ message }) => message) ?? [problem.message])];
};

export default function ReceivedPeople({ transfer }: { transfer: Row<typeof StaffTransfer> }): ReactNode {
  const { can } = useSession();
  const [receiving, setReceiving] = useState(false);
  const asked = useLinked(TransferPerson, {
    filters: { transfer: [transfer.id], isTransfer: 1 },
    ...{ orderBy: 'lastname', ascending: true, page: 1, limit: mostReceived },
  });
  const isOpen = transfer.status === runningTransfer;
  const mayWrite = can(['editAgentContract']) && isOpen;
  const people = (asked?.data?.rows ?? []) as unknown as PersonRow[];
  const toHire = people.filter(({ decision, agent }) => decision === 'TAKEN' && agent === null);
  const found = useCall(findKnownPeople, {
    params: { id: transfer.id },
    enabled: can(['createAgent']) && toHire.length > 0,
  });
  const known = (found.data?.people ?? []).filter(({ person }) => toHire.some(({ id }) => id === person));
  /** By person: another sheet all the same; otherwise his own. */
  const [anew, setAnew] = useState<readonly string[]>([]);
  const tied = known.filter(({ person }) => !anew.includes(person));
  const keyOf = useActKey();
  const hire = useAct(async () => {
    const input = {
      people: toHire.map(({ id }) => id),
      known: Object.fromEntries(
        known.map(({ person, agent }) => [person, anew.includes(person) ? null : agent.id] as const),
      ),
    };
    const { created, linked } = await call(hirePeople, { params: { id: transfer.id }, input, key: keyOf(input) });
    keyOf.renew();
    notifySuccess(
      [
        plural(created, 'collaborateur créé', 'collaborateurs créés'),
        ...(linked > 0
          ? [`${plural(linked, 'déjà présent', 'déjà présents')} : complétez leur contrat sur leur fiche`]
          : []),
      ].join(', '),
    );
    await Promise.all([
      found.refetch(),
      invalidateEntity(
        TransferPerson,
        toHire.map(({ id }) => id),
      ),
      invalidateEntity(Agent, []),
    ]);
  });
  const hiring =
    tied.length === toHire.length
      ? `Rattacher ${plural(tied.length, 'collaborateur')}`
      : `Créer ${plural(toHire.length - tied.length, 'collaborateur')}`;
  const hireAll = async (): Promise<void> => {
    const message = `${toHire.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', ')} : leur fiche et leur contrat sont à compléter ensuite.`;
    if (await confirm({ title: `${hiring} ?`, message, confirmLabel: hiring })) hire.run();
  };
  if (!asked) return null;
  return (
    <>
      <Block
        title="Liste reçue"
        wide
        action={
          mayWrite && (
            <Group gap="xs">
              <AddLinked
                entity={TransferPerson.name}
                initial={{ transfer: { id: transfer.id, name: transfer.siteName } }}
              >
                Ajouter un salarié
              </AddLinked>
              <Button size="compact-sm" variant="default" onClick={() => setReceiving(true)}>
                Importer la liste…
              </Button>
              {can(['createAgent']) && toHire.length > 0 && (
                <Button size="compact-sm" variant="default" loading={hire.busy} onClick={() => void hireAll()}>
                  {hiring}
                </Button>
              )}
            </Group>
          )
        }
      >
        {hire.problem && (
          <Alert color="red" mb="sm" title="Aucun collaborateur n’a été créé">
            <ul className={classes.refusals}>
              {refusalsOf(hire.problem).map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Alert>
        )}
        {known.length > 0 && (
          <Alert color="orange" mb="sm" title={plural(known.length, 'salarié déjà présent', 'salariés déjà présents')}>
            <ul className={classes.refusals}>
              {known.map(({ person, agent, by }) => (
                <li key={person}>
                  <Linked entity="agent" id={agent.id}>
                    {agent.name}
                  </Linked>
                  {` : ${knownBy[by]} que ${toHire.find(({ id }) => id === person)?.fullname ?? ''}.`}
                  <Checkbox
                    mt={4}
                    size="sm"
                    label="Déjà présent : garder sa fiche"
                    aria-label={`${agent.name} est déjà présent : garder sa fiche`}
                    checked={!anew.includes(person)}
                    onChange={({ currentTarget: { checked } }) =>
                      setAnew((now) => (checked ? now.filter((one) => one !== person) : [...now, person]))
                    }
                  />
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Answer of={asked}>
          {() =>
            people.length === 0 ? (
              <Text size="sm" c="dimmed">
                Aucun salarié : importez la liste de l’entreprise sortante, ou saisissez-la.
              </Text>
            ) : (
              <div className={classes.people}>
                <Progress people={people} transfer={transfer} />
                {people.map((person) => (
                  <Person key={person.id} person={person} transferDate={transfer.transferDate} />
                ))}
              </div>
            )
          }
        </Answer>
      </Block>
      <Suspense>{receiving && <ReceiveDialog transfer={transfer} onClose={() => setReceiving(false)} />}</Suspense>
    </>
  );
}

function Progress(props: { people: readonly PersonRow[]; transfer: Row<typeof StaffTransfer> }): ReactElement {
  const { transferDate, isAirport } = props.transfer;
  const { senior, seniorTaken, others, othersTaken, othersRequired, isKept } = progressOf(
    props.people,
    transferDate,
    isAirport,
  );
  return (
    <Facts
      spread
      facts={[
        ['Au moins 4 ans d’ancienneté (100 %)', `${plural(seniorTaken, 'proposé')} sur ${senior}`],
        [
          isAirport ? 'Autres (100 %, annexe VIII)' : 'Autres (85 %, arrondi à l’inférieur)',
          `${plural(othersTaken, 'proposé')}, ${plural(othersRequired, 'demandé')} sur ${others}`,
        ],
        ['Obligation', isKept ? 'Tenue' : 'Pas encore tenue'],
      ]}
    />
  );
}

function Person({ person, transferDate }: { person: PersonRow; transferDate: string }): ReactElement {
  const { fullname, decision, reason, agent, contractType, seniorityDate, monthlyHours, position } = person;
  const remarks = remarksOn(person, transferDate);
  return (
    <section className={classes.person} aria-label={fullname}>
      <div className={classes.head}>
        <Linked entity={TransferPerson.name} id={person.id}>
          {fullname}
        </Linked>
        <Badge color={tones[decision]} variant="light" tt="none">
          {personDecisions[decision]}
        </Badge>
        {isSeniorAt(seniorityDate, transferDate) && (
          <Badge color="gray" variant="light" tt="none">
            4 ans d’ancienneté
          </Badge>
        )}
      </div>
      <ul className={classes.conditions}>
        <li>
          <span />
          <span>
            {[
              position,
              contractTypes[contractType],
              monthlyHours && `${formatDecimal(monthlyHours, 2)} h par mois`,
              seniorityDate && `ancienneté du ${frenchDay(seniorityDate)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
        {remarks.map((remark) => (
          <li key={remark}>
            <span data-state="unknown" role="img" aria-label="à vérifier">
              ?
            </span>
            <span>{remark}</span>
          </li>
        ))}
      </ul>
      {(reason || agent) && (
        <p className={classes.notes}>
          {reason && `${reason}. `}
          {agent && (
            <>
              {'Collaborateur : '}
              <Linked entity="agent" id={agent.id}>
                {agent.name}
              </Linked>
            </>
          )}
        </p>
      )}
    </section>
  );
}
