// Imports the list of the outgoing company: lines or the columns of the annex; shown before anything is stored.
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useRef, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { receivePeople } from '#core/transfer/calls.ts';
import { type FormRow, peopleIn } from '#core/transfer/form.ts';
import { type StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { notifySuccess } from '#ui/notify.ts';
import { readInBackground } from '../imports/readInBackground.ts';
import classes from './transfer.module.css';

const unknown =
  'Ce fichier n’a pas les titres du formulaire (Nom, Prénom, Date d’ancienneté…), en lignes ni en colonnes.';

/** A person as the server saves him; a receipt stands in the column of the card. */
export function draftOf({ street, zipcode, city, site: _site, cardNumber, ...row }: FormRow, transfer: string): object {
  const card = typeof cardNumber === 'string' ? cardNumber.trim().toUpperCase() : '';
  const isCard = /^[A-Z]{3}-\d{3}-\d{4}-\d\d-\d\d-\d{11}$/.test(card);
  return {
    ...row,
    ...(card ? (isCard ? { cardNumber: card } : { cardReceipt: card }) : {}),
    ...(street || zipcode || city
      ? { address: { street: String(street ?? ''), zipcode: String(zipcode ?? ''), city: String(city ?? '') } }
      : {}),
    transfer: { id: transfer },
  };
}

/** « people.3.birthDate » is the fourth line. */
function lineOf(problem: Error, people: readonly FormRow[]): string {
  const [violation] = problem instanceof Problem ? (problem.details.violations ?? []) : [];
  const at = Number(/^people\.(\d+)\./.exec(violation?.path ?? '')?.[1] ?? Number.NaN);
  const person = people[at];
  if (!person || !violation) return problem.message;
  const field = violation.path.split('.')[2] ?? '';
  const label = (TransferPerson.fields as Record<string, { label: string }>)[field]?.label ?? field;
  return `${person.lastname ?? ''} ${person.firstname ?? ''}, ${label} : ${violation.message}`;
}

export default function ReceiveDialog(props: { transfer: Row<typeof StaffTransfer>; onClose(): void }): ReactElement {
  const { transfer, onClose } = props;
  const reset = useRef<() => void>(null);
  const [people, setPeople] = useState<FormRow[] | null>(null);
  const [key, setKey] = useState(actKey);
  const reading = useAct(async (file: File) => {
    setPeople(null);
    setKey(actKey());
    const { heads, rows } = await readInBackground(file);
    const found = peopleIn([heads, ...rows]);
    if (found.length === 0) throw new Error(unknown);
    setPeople(found);
  });
  const storing = useAct(async () => {
    const input = { people: (people ?? []).map((row) => draftOf(row, transfer.id)) };
    const { created } = await call(receivePeople, {
      params: { id: transfer.id },
      input: input as never,
      key,
    }).catch((error: unknown) => {
      // A refusal is final for this key; after a lost answer the same press asks for it again.
      if (error instanceof Problem) setKey(actKey());
      throw error;
    });
    notifySuccess(`${plural(created, 'salarié enregistré', 'salariés enregistrés')}`);
    await invalidateEntity(TransferPerson, []);
    onClose();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Importer la liste reçue" centered size="lg">
      <Stack>
        <Text size="sm">
          Le fichier Excel ou CSV de l’entreprise sortante : une ligne par salarié, ou le modèle annexé à l’accord avec
          une colonne par salarié. Rien n’est enregistré avant votre accord.
        </Text>
        <FileButton
          accept=".xlsx,.csv,.txt"
          resetRef={reset}
          inputProps={{ 'aria-label': 'Liste à importer', tabIndex: -1 }}
          onChange={(file) => {
            reset.current?.();
            if (file) reading.run(file);
          }}
        >
          {(button) => (
            <Button {...button} variant="default" loading={reading.busy} data-autofocus>
              Choisir un fichier
            </Button>
          )}
        </FileButton>
        {reading.problem && <Alert color="red">{reading.problem.message}</Alert>}
        {storing.problem && <Alert color="red">{lineOf(storing.problem, people ?? [])}</Alert>}
        {people && (
          <table className={classes.tasks}>
            <thead>
              <tr>
                {['Salarié', 'Emploi', 'Ancienneté', 'Valeurs lues'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
                <tr key={index}>
                  <td>{[person.lastname, person.firstname].filter(Boolean).join(' ')}</td>
                  <td>{person.position}</td>
                  <td>{person.seniorityDate}</td>
                  <td>{Object.keys(person).length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button loading={storing.busy} disabled={!people} onClick={() => storing.run()}>
            {people ? `Enregistrer ${plural(people.length, 'salarié')}` : 'Enregistrer'}
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
