// What the frame says of the service and of the account, above every screen.
import { Alert, Button, Group, Modal, Text, Title } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { useAct } from '#ui/client/act.ts';
import { connection, connectionLost, maintenance } from '#ui/client/connection.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { actFor, loadSession, saveUser, useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { checkVersion, ignoreUpdate, update, versionInterval } from '#ui/client/version.ts';
import { IconArrowBackUp, IconPlugConnectedX, IconTool, IconUserShield } from '#ui/icons.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import classes from './notices.module.css';

/** The service speaks over an open record, which stays below. */
const aboveDialogs = 500;

const quietly = (): void => {
  checkVersion().catch(() => undefined);
};

const useEvery = (milliseconds: number, wanted: boolean): void =>
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(quietly, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, wanted]);

/** AE-004, AE-005: asks every five seconds whether the service is back. */
export function ConnectionBanner(): ReactElement | null {
  const state = useStore(connection);
  const [closed, setClosed] = useState(false);
  useEvery(5_000, state === 'lost');
  useEffect(() => {
    window.addEventListener('offline', connectionLost);
    window.addEventListener('online', quietly);
    return () => {
      window.removeEventListener('offline', connectionLost);
      window.removeEventListener('online', quietly);
    };
  }, []);
  useEffect(() => {
    if (state !== 'restored') return;
    connection.set('works');
    setClosed(false);
    notifySuccess('Connexion rétablit');
    queryClient.invalidateQueries().catch(() => undefined);
  }, [state]);
  if (state !== 'lost' || closed) return null;
  return (
    <div className={`${classes.banner} ${classes.above}`} data-tone="negative" role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      <span>Connexion au service {tenant().name} impossible, veuillez vérifier votre connexion</span>
      <Button size="compact-sm" variant="white" color="red" onClick={() => setClosed(true)}>
        Fermer
      </Button>
    </div>
  );
}

/** Covers the page without taking it away: nothing typed is lost. */
export function MaintenanceScreen(): ReactElement | null {
  const message = useStore(maintenance);
  useEvery(60_000, message !== null);
  if (message === null) return null;
  return (
    <div className={classes.cover} role="alertdialog" aria-modal="true" aria-labelledby="maintenance">
      <IconTool size={36} stroke={1.4} aria-hidden />
      <Title order={1} id="maintenance">
        Maintenance en cours
      </Title>
      <Text maw="32rem">{message}</Text>
      <Text size="sm" c="dimmed">
        La page reprendra d’elle-même ; ce que vous aviez saisi est conservé.
      </Text>
      <Button variant="default" onClick={quietly} autoFocus>
        Réessayer
      </Button>
    </div>
  );
}

export function UpdateDialog(): ReactElement {
  const version = useStore(update);
  useEffect(quietly, []);
  useEvery(versionInterval, true);
  return (
    <Modal
      opened={version !== null}
      onClose={ignoreUpdate}
      title="Nouvelle version"
      centered
      size="sm"
      zIndex={aboveDialogs}
    >
      <Text>Une mise à jour est disponible. Veuillez recharger la page.</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={ignoreUpdate}>
          Ignorer
        </Button>
        <Button onClick={() => window.location.reload()} data-autofocus>
          Rafraîchir
        </Button>
      </Group>
    </Modal>
  );
}

/** once, at the first sign-in. */
export function WelcomeDialog(): ReactElement {
  const { user } = useSession();
  const [opened, setOpened] = useState(user.firstLogin);
  const close = (): void => {
    setOpened(false);
    saveUser({ firstLogin: false }).catch(notifyProblem);
  };
  return (
    <Modal opened={opened} onClose={close} title={`Bienvenue, ${user.firstname}`} centered size="md">
      <Text>
        Votre compte {tenant().name} est prêt. Le menu de gauche mène à vos écrans ; vos réglages, vos appareils et
        l’apparence claire ou sombre se trouvent sous votre nom, en haut à droite.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          Commencer
        </Button>
      </Group>
    </Modal>
  );
}

/** B-065: the agency has an error that locks its screens. */
export function LockedDialog(): ReactElement {
  const { profile, subscriptionValid } = useSession();
  const [closed, setClosed] = useState(false);
  return (
    <Modal
      opened={!subscriptionValid && profile !== null && !closed}
      onClose={() => setClosed(true)}
      title="Abonnement expiré"
      centered
      size="md"
    >
      {profile?.company.errors
        .filter(({ lock }) => lock)
        .map(({ message }) => (
          <Text key={message}>{message}</Text>
        ))}
      <Group justify="flex-end" mt="lg">
        <Button onClick={() => setClosed(true)} data-autofocus>
          Fermer
        </Button>
      </Group>
    </Modal>
  );
}

/** */
export function PendingNotice(): ReactElement | null {
  const { profile } = useSession();
  const [closed, setClosed] = useState(false);
  const refresh = useAct(async () => {
    await loadSession();
  });
  if (!profile?.company.pending || closed) return null;
  return (
    <Alert color="yellow" variant="light" radius={0} p="xs" px="lg">
      <Group justify="space-between" gap="xs">
        <Text>Votre compte est en attente de modération.</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setClosed(true)}>
            Ok
          </Button>
          <Button size="compact-sm" loading={refresh.busy} onClick={() => refresh.run()}>
            Rafraîchir
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

/** While platform staff act for somebody, every screen says so. */
export function ActingBanner({ onBack }: { onBack(): void }): ReactElement | null {
  const { acting, profile } = useSession();
  const back = useAct(async () => {
    await actFor(null);
    onBack();
  });
  if (!acting || !profile) return null;
  return (
    <div className={classes.banner} data-tone="warning" role="status">
      <IconUserShield size={16} aria-hidden />
      <span>
        Vous agissez au nom de <strong>{profile.fullname}</strong> ({profile.company.name})
      </span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={back.busy}
        onClick={() => back.run()}
      >
        Revenir à mon compte
      </Button>
    </div>
  );
}
