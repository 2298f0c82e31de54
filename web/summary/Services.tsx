// « Prochains services » of a summary: each opens its own sheet.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { serviceStatus, waiting } from '#core/planning/status.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import type { AnyRow } from '#ui/moves.ts';
import type { Linking } from './linked.ts';
import { AddLinked, Answer, Block, LineMain, Lines, Linked, Note } from './parts.tsx';
import classes from './Summary.module.css';
import { whenOf } from './when.ts';

interface Props {
  asked: Linking | null;
  next: readonly AnyRow[];
  /** What the record does not say itself. */
  shows: 'site' | 'agents' | 'both';
  /** Values of a new service; absent: none is offered. */
  initial?: Record<string, unknown> | undefined;
}

const names = (of: unknown): string => ((of ?? []) as Reference[]).map(({ name }) => name).join(', ');

export function NextServices({ asked, next, shows, initial }: Props): ReactNode {
  const { zone } = useLocale();
  if (asked === null) return null;
  return (
    <Block
      title="Prochains services"
      action={
        initial && (
          <AddLinked entity="service" initial={initial}>
            Ajouter un service
          </AddLinked>
        )
      }
    >
      <Answer of={asked}>
        {() => (
          <Lines of={next} keyOf={({ id }) => id} empty="Aucun service à venir.">
            {(row) => {
              const site = (row.site as Reference | null)?.name;
              const missing = Number(row.missingAgents ?? 0);
              return (
                <>
                  <LineMain>
                    <Linked entity="service" id={row.id}>
                      {shows !== 'agents' && site ? `${site} · ` : null}
                      <span className={classes.hours}>{whenOf(String(row.startAt), String(row.endAt), zone)}</span>
                    </Linked>
                    {row.postTitle ? <Note> {String(row.postTitle)}</Note> : null}
                  </LineMain>
                  {shows !== 'site' && <Note>{names(row.agents)}</Note>}
                  {missing > 0 && (
                    <Badge color="red" variant="light" size="sm" tt="none">
                      {plural(missing, 'poste vide', 'postes vides')}
                    </Badge>
                  )}
                  {row.status !== waiting && <StatusBadge machine={serviceStatus} code={Number(row.status)} />}
                </>
              );
            }}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}

/** Of the next services: how many lack somebody. */
export const unfilledOf = (next: readonly AnyRow[]): number =>
  next.filter(({ missingAgents }) => Number(missingAgents ?? 0) > 0).length;
