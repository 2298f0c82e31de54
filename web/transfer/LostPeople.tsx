// The agents of a lost site: each condition with its figure, the decision, the pieces to hand over.
import { Badge, Button, Group, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type JudgedPerson, judgeTransfer, printTransfer } from '#core/transfer/calls.ts';
import { conditionLabels, outcomes } from '#core/transfer/rules.ts';
import { runningTransfer, type StaffTransfer } from '#core/transfer/transfer.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import { Answer, Block, Facts, Linked, Note } from '../summary/parts.tsx';
import { takeForm } from './formSheet.ts';
import classes from './transfer.module.css';

const DecideDialog = lazy(() => import('./DecideDialog.tsx'));
const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

const signs = { met: '✓', unmet: '✗', unknown: '?' } as const;
const stateWords = { met: 'remplie', unmet: 'non remplie', unknown: 'à vérifier' } as const;
const tones = { YES: 'teal', CHECK: 'orange', NO: 'red' } as const;
const pieces = { present: 'présente', partial: 'incomplète', missing: 'manque' } as const;

interface Props {
  transfer: Row<typeof StaffTransfer>;
}

export default function LostPeople({ transfer }: Props): ReactElement {
  const { can } = useSession();
  const asked = useCall(judgeTransfer, { params: { id: transfer.id } });
  const [deciding, setDeciding] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const mayAct = can(['editAgentContract']) && transfer.status === runningTransfer;
  const people = asked.data?.people ?? [];
  const listed = people.filter(({ isListed }) => isListed);
  const chosen = people.find(({ agent }) => agent.id === deciding);
  return (
    <>
      <Block
        title="Salariés du site"
        wide
        action={
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              disabled={listed.length === 0}
              onClick={() => void takeForm(transfer.id, transfer.siteName)}
            >
              Formulaire (tableur)
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={listed.length === 0}
              onClick={() =>
                void saveDocument(
                  { endpoint: printTransfer, params: { id: transfer.id } },
                  `Reprise du personnel ${transfer.siteName}.pdf`,
                )
              }
            >
              Formulaire (PDF)
            </Button>
            {mayAct && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!listed.some(({ hasLeft }) => !hasLeft)}
                onClick={() => setLeaving(true)}
              >
                Terminer les contrats…
              </Button>
            )}
          </Group>
        }
      >
        <Answer of={asked}>
          {({ start, end, obligation, people: all }) =>
            all.length === 0 ? (
              <Text size="sm" c="dimmed">
                {`Personne n’a travaillé sur ce site du ${frenchDay(start)} au ${frenchDay(end)}.`}
              </Text>
            ) : (
              <div className={classes.people}>
                <Facts
                  spread
                  facts={[
                    ['Période d’appréciation', `du ${frenchDay(start)} au ${frenchDay(end)}`],
                    ['Sur la liste', plural(listed.length, 'salarié')],
                    [
                      'L’entreprise entrante doit reprendre',
                      `${obligation.required} : ${obligation.senior} d’au moins 4 ans d’ancienneté, ${obligation.othersRequired} des ${obligation.others} autres (85 %)`,
                    ],
                  ]}
                />
                {all.map((person) => (
                  <Person
                    key={person.agent.id}
                    person={person}
                    onDecide={mayAct ? () => setDeciding(person.agent.id) : null}
                  />
                ))}
              </div>
            )
          }
        </Answer>
      </Block>
      <Suspense>
        {chosen && (
          <DecideDialog
            transfer={transfer.id}
            person={chosen}
            onClose={() => setDeciding(null)}
            onDone={() => void asked.refetch()}
          />
        )}
        {leaving && (
          <LeaveDialog
            transfer={transfer}
            people={listed.filter(({ hasLeft }) => !hasLeft)}
            onClose={() => setLeaving(false)}
            onDone={() => void asked.refetch()}
          />
        )}
      </Suspense>
    </>
  );
}

function Person({ person, onDecide }: { person: JudgedPerson; onDecide: (() => void) | null }): ReactElement {
  const { agent, outcome, conditions, notes, decision, reason, decidedBy, isListed, isSenior, attachments } = person;
  const missing = attachments.filter(({ state }) => state !== 'present');
  return (
    <section className={classes.person} aria-label={agent.name}>
      <div className={classes.head}>
        <Linked entity="agent" id={agent.id}>
          {agent.name}
        </Linked>
        <Badge color={tones[outcome]} variant="light" tt="none">
          {outcomes[outcome]}
        </Badge>
        {isSenior && (
          <Badge color="gray" variant="light" tt="none">
            4 ans d’ancienneté
          </Badge>
        )}
        {onDecide && (
          <Button size="compact-sm" variant="default" onClick={onDecide} aria-label={`Apprécier ${agent.name}`}>
            Apprécier
          </Button>
        )}
      </div>
      <ul className={classes.conditions}>
        {conditions.map(({ code, state, figure }) => (
          <li key={code}>
            <span data-state={state} role="img" aria-label={stateWords[state]}>
              {signs[state]}
            </span>
            <span>
              <span className={classes.label}>{conditionLabels[code]} : </span>
              {figure}
            </span>
          </li>
        ))}
      </ul>
      {(decision || notes.length > 0 || person.absence || person.hasLeft) && (
        <p className={classes.notes}>
          {decision && (
            <b>
              {`${isListed ? 'Maintenu sur la liste' : 'Écarté de la liste'}${decidedBy ? ` par ${decidedBy}` : ''} : ${reason}. `}
            </b>
          )}
          {person.hasLeft && `Contrat terminé le ${frenchDay(person.contractEnd ?? '')} par ce transfert. `}
          {person.absence && `Absent : ${person.absence}. `}
          {notes.map((note) => `${note}. `).join('')}
        </p>
      )}
      {isListed && (
        <p className={classes.notes}>
          <Note>
            {missing.length === 0
              ? 'Pièces à remettre : toutes présentes'
              : `Pièces : ${missing.map(({ label, state, detail }) => `${label} (${state === 'partial' ? detail : pieces[state]})`).join(', ')}`}
          </Note>
        </p>
      )}
    </section>
  );
}
