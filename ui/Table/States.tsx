// Shown instead of rows: empty list, no result, or a failure.
import { Button, Group, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { IconAlertTriangle, IconFilterOff, IconInbox, IconPlus, IconRefresh } from '../icons.ts';
import classes from './Frame.module.css';

interface StateProps {
  icon: typeof IconInbox;
  title: string;
  message?: string;
  alert?: boolean;
  children?: ReactNode;
}

function State({ icon: Icon, title, message, alert, children }: StateProps): ReactNode {
  return (
    <div className={classes.state} role={alert ? 'alert' : undefined}>
      <ThemeIcon variant="light" color={alert ? 'red' : 'gray'} size={44} radius="xl">
        <Icon size={24} aria-hidden />
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      {message && (
        <Text size="sm" c="dimmed" maw="32rem">
          {message}
        </Text>
      )}
      {children}
    </div>
  );
}

const none = (of: Entity): string =>
  `${of.label.feminine ? 'Aucune' : 'Aucun'} ${of.label.one.toLowerCase()} pour le moment`;

export const EmptyState = ({
  of,
  description,
  onAdd,
}: {
  of: Entity;
  description: string;
  onAdd?: (() => void) | undefined;
}): ReactNode => (
  <State icon={IconInbox} title={none(of)} message={description}>
    {onAdd && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        Ajouter
      </Button>
    )}
  </State>
);

interface NothingFoundProps {
  onReset(): void;
  /** Absent: the archived rows are searched already, or there are none. */
  onArchived?: (() => void) | undefined;
}

export const NothingFound = ({ onReset, onArchived }: NothingFoundProps): ReactNode => (
  <State icon={IconFilterOff} title="Aucun résultat" message="Aucune ligne ne répond à la recherche et aux filtres.">
    <Group gap="xs">
      <Button variant="default" onClick={onReset}>
        Réinitialiser les filtres
      </Button>
      {onArchived && <Button onClick={onArchived}>Afficher les archivés</Button>}
    </Group>
  </State>
);

interface FailureProps {
  message: string;
  onRetry(): void;
  /** Filters of an old link may cause the failure. */
  onReset?: (() => void) | undefined;
}

export const Failure = ({ message, onRetry, onReset }: FailureProps): ReactNode => (
  <State icon={IconAlertTriangle} title="La liste n'a pas pu être chargée" message={message} alert>
    <Group gap="xs">
      {onReset && (
        <Button variant="default" onClick={onReset}>
          Réinitialiser les filtres
        </Button>
      )}
      <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
        Réessayer
      </Button>
    </Group>
  </State>
);
