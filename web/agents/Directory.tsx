// « Annuaire » (F-056): who works for the agency, found by name, and called by one touch where the right allows it.
import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type DirectoryPerson, fetchDirectory } from '#core/agents/directory.ts';
import { plain } from '#core/kernel/plain.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { telOf } from '#ui/tel.ts';
import classes from './directory.module.css';

export default function Directory({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(fetchDirectory);
  const [typed, setTyped] = useState('');
  const found = data?.people.filter((person) => matches(person, typed)) ?? [];
  return (
    <Stack>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="L’annuaire n’a pas pu être chargé"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack gap="xs" role="status" aria-label="Chargement" aria-busy>
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={48} />
          ))}
        </Stack>
      ) : (
        <>
          <TextInput
            label="Rechercher un collaborateur"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maw={420}
          />
          <Text size="sm" c="dimmed" role="status">
            {found.length === 0 ? 'Personne ne correspond à cette recherche.' : plural(found.length, 'collaborateur')}
          </Text>
          <ul className={classes.people}>
            {found.map(({ id, name, position, phones }) => (
              <li key={id} className={classes.person}>
                <span>
                  <strong>{name}</strong>
                  {position ? <span className={classes.position}>{position}</span> : null}
                </span>
                {phones.map((phone) => (
                  <a key={phone} href={telOf(phone)} aria-label={`Appeler ${name} au ${phone}`}>
                    {phone}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

const matches = ({ name, position }: DirectoryPerson, typed: string): boolean =>
  plain(`${name} ${position ?? ''}`).includes(plain(typed.trim()));
