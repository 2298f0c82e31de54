// What the planning says of a leave, before it is accepted.
import { Alert, List, SegmentedControl, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { LeaveChecks as Checks } from '#core/requests/calls.ts';
import { useSession } from '#ui/client/session.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { periodText, serviceText } from './period.ts';
import classes from './requests.module.css';
import type { AgentRequestRow } from './rows.ts';

/** The first ones are enough to decide. */
const shown = 5;

interface Props {
  row: AgentRequestRow;
  checks: Checks;
  services: 'keep' | 'free';
  onServices(services: 'keep' | 'free'): void;
}

export function LeaveChecks({ row, checks, services, onServices }: Props): ReactElement {
  const { can } = useSession();
  const { zone } = useLocale();
  const { filtered, underWay, breaches, absent, existing } = checks;
  // Each of his services says the same of his absence.
  const told = [...new Set(breaches.map(({ message }) => message))];
  const period = periodText(row.startAt ?? '', row.endAt ?? '', zone);
  return (
    <section aria-label="Vérifications du planning" className={classes.checks}>
      <Text>
        {`Absence ${period}${row.reason ? ` (${row.reason.name})` : ''} : elle est inscrite au planning avec votre accord.`}
      </Text>
      {existing ? (
        <Alert color="blue" variant="light">
          {`Le collaborateur a déjà déclaré une absence « ${existing.type} » ${periodText(existing.startAt, existing.endAt, zone)} : la demande y est rattachée.`}
        </Alert>
      ) : null}
      {filtered === 0 ? (
        <Text c="dimmed" size="sm">
          Aucun service à venir ces jours-là.
        </Text>
      ) : (
        <>
          <Text fw={600}>{plural(filtered, 'service planifié ces jours-là', 'services planifiés ces jours-là')}</Text>
          <List size="sm" listStyleType="none" className={classes.services ?? ''}>
            {checks.services.slice(0, shown).map((one) => (
              <List.Item key={one.id}>{`${serviceText(one, zone)}${one.published ? ' · publié' : ''}`}</List.Item>
            ))}
            {filtered > shown ? <List.Item>{`et ${filtered - shown} de plus`}</List.Item> : null}
          </List>
          <SegmentedControl
            aria-label="Ses services"
            value={services}
            onChange={(value) => onServices(value as 'keep' | 'free')}
            data={[
              { value: 'keep', label: 'Les lui laisser, à remplacer' },
              { value: 'free', label: 'Les libérer', disabled: !can(['editService']) },
            ]}
          />
          <Text size="sm" c="dimmed">
            {services === 'free'
              ? 'Ils deviennent à pourvoir ; ceux qui sont publiés sont à publier de nouveau.'
              : 'Ils restent à son nom : le planning les signale jusqu’à leur remplacement.'}
          </Text>
          {services === 'keep' && told.length > 0 ? (
            <Alert color="orange" variant="light" title="Ce que le planning signalera">
              <List size="sm">
                {told.slice(0, shown).map((message) => (
                  <List.Item key={message}>{message}</List.Item>
                ))}
                {told.length > shown ? <List.Item>{`et ${told.length - shown} de plus`}</List.Item> : null}
              </List>
            </Alert>
          ) : null}
        </>
      )}
      {underWay > 0 ? (
        <Text size="sm" c="dimmed">
          {plural(underWay, 'service commencé reste le sien', 'services commencés restent les siens')}
        </Text>
      ) : null}
      {absent > 0 ? (
        <Text size="sm" c="dimmed">
          {plural(absent, 'autre collaborateur absent', 'autres collaborateurs absents')} au plus le même jour.
        </Text>
      ) : null}
    </section>
  );
}
