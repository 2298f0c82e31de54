// Notices about the service and the account, above every screen.
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { type ReactElement, type RefCallback, useCallback, useEffect, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { connection, connectionLost, maintenance } from '#ui/client/connection.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { actFor, loadSession, quitAgency, useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { IconArrowBackUp, IconHeadset, IconPlugConnectedX, IconTool, IconUserShield } from '#ui/icons.ts';
import { hideProblem, notifySuccess } from '#ui/notify.ts';
import classes from './notices.module.css';
import { askVersion, useVersionEvery } from './version-checks.ts';

/** AE-004, AE-005: polls every five seconds until the service is back. */
export function ConnectionBanner(): ReactElement | null {
  const state = useStore(connection);
  const [closed, setClosed] = useState(false);
  useVersionEvery(5_000, state === 'lost');
  useEffect(() => {
    window.addEventListener('offline', connectionLost);
    window.addEventListener('online', askVersion);
    return () => {
      window.removeEventListener('offline', connectionLost);
      window.removeEventListener('online', askVersion);
    };
  }, []);
  useEffect(() => {
    if (state !== 'restored') return;
    connection.set('works');
    setClosed(false);
    for (const message of [messages.network, messages.unknownNetwork]) hideProblem(message);
    // Once: an unstable network would fill the page with messages.
    notifySuccess('Connexion rétablit', { once: true });
    queryClient.invalidateQueries().catch(() => undefined);
  }, [state]);
  const banner = useReservedSpace();
  if (state !== 'lost' || closed) return null;
  return (
    <div ref={banner} className={`${classes.banner} ${classes.above}`} data-tone="negative" role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      <span>Connexion au service {tenant().name} impossible, veuillez vérifier votre connexion</span>
      <Button size="compact-sm" variant="white" color="red" onClick={() => setClosed(true)}>
        Fermer
      </Button>
    </div>
  );
}

/** The frame and full-screen dialogs begin below this element: it is above them and covers nothing. */
function useReservedSpace(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (!element) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty('--notice', `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty('--notice');
    };
  }, []);
}

/** Covers the page without unmounting it: typed text is kept. */
export function MaintenanceScreen(): ReactElement | null {
  const message = useStore(maintenance);
  useVersionEvery(60_000, message !== null);
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
      <Button variant="default" onClick={askVersion} autoFocus>
        Réessayer
      </Button>
    </div>
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

/** Shown on every screen while platform staff act for somebody. */
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

/** Shown on every screen while platform staff are in an agency, with a way out; its history names them. */
export function SupportBanner({ onLeave }: { onLeave(): void }): ReactElement | null {
  const { acting, agency, flags } = useSession();
  const leave = useAct(async () => {
    await quitAgency();
    onLeave();
  });
  if (acting || !agency || !flags.isSupport) return null;
  return (
    <div className={classes.banner} data-tone="warning" role="status">
      <IconHeadset size={16} aria-hidden />
      <span>
        Vous êtes dans l’agence <strong>{agency.name}</strong> en tant que support : votre passage figure dans son
        historique.
      </span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={leave.busy}
        onClick={() => leave.run()}
      >
        Quitter l’agence
      </Button>
    </div>
  );
}
