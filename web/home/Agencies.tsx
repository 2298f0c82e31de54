// The agencies, where platform staff arrive: choosing one opens its screens.
import { Button, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { lockWords } from '#core/agencies/lock.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { listAgencies } from '#core/session/agencies.ts';
import { forgetAgency, queryOf } from '#ui/client/queries.tsx';
import { goToAgency, useSession } from '#ui/client/session.ts';
import { plural } from '#ui/format.ts';
import { IconBuildingSkyscraper, IconChevronRight, IconSearch } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { askToLock } from '../platform/locking.ts';
import classes from './Agencies.module.css';

const perPage = 50;

/** As with the switch in the bar: nothing of another agency stays in memory. */
const open = (agency: { id: string; name: string }): void =>
  void goToAgency(agency).then(forgetAgency).catch(notifyProblem);

type Listed = Output<typeof listAgencies>['agencies'][number];
const locksOf = ({ errors }: Listed): string[] => errors.flatMap((one) => (one.lock ? [lockWords(one)] : []));

export function Agencies(): ReactElement {
  const { flags } = useSession();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), searchDelay);
  const [shown, setShown] = useState(perPage);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listAgencies, { input: { query, limit: Math.min(shown, 250), page: 1 } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Agences" className={classes.agencies}>
      <Text c="dimmed" mb="sm">
        Choisissez une agence pour voir ses écrans ; vous en changez en haut de la page.
      </Text>
      <TextInput
        type="search"
        aria-label="Rechercher une agence"
        placeholder="Nom, SIRET ou ville"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setShown(perPage);
        }}
      />
      {error && !data ? (
        <ReadFailure
          title="Les agences n’ont pas pu être lues"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack gap={8} mt="sm" aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={44} />
          ))}
        </Stack>
      ) : data.agencies.length === 0 ? (
        <Text mt="md">{query === '' ? 'Aucune agence pour le moment.' : 'Aucune agence ne correspond.'}</Text>
      ) : (
        <>
          <ul className={classes.list}>
            {data.agencies.map((agency) => (
              <li key={agency.id} className={classes.line}>
                <UnstyledButton className={classes.agency ?? ''} onClick={() => open(agency)}>
                  <IconBuildingSkyscraper size={18} stroke={1.6} aria-hidden />
                  <span className={classes.name}>
                    {agency.name}
                    {locksOf(agency).map((reason) => (
                      <span key={reason} className={classes.lock}>
                        Suspendue : {reason}
                      </span>
                    ))}
                  </span>
                  <IconChevronRight size={16} aria-hidden />
                </UnstyledButton>
                {flags.isAdmin ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color={locksOf(agency).length > 0 ? 'blue' : 'red'}
                    onClick={() => void askToLock(agency, locksOf(agency).length > 0, () => void refetch())}
                    aria-label={`${locksOf(agency).length > 0 ? 'Rouvrir' : 'Suspendre'} ${agency.name}`}
                  >
                    {locksOf(agency).length > 0 ? 'Rouvrir' : 'Suspendre'}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed" role="status">
            {plural(data.filtered, 'agence')}
          </Text>
          {data.filtered > data.agencies.length && shown < 250 ? (
            <Button variant="default" loading={isFetching} onClick={() => setShown(shown + perPage)}>
              Afficher la suite
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}
