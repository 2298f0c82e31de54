// Notices about the service and the account, above every screen.
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { type ReactElement, type ReactNode, type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { plainMessage, stateOf } from '#core/session/maintenance.ts';
import { useAct } from '#ui/client/act.ts';
import { connection, connectionLost, maintenance, planned } from '#ui/client/connection.ts';
import { forgetAgency, queryClient } from '#ui/client/queries.tsx';
import { actFor, loadSession, quitAgency, useSession } from '#ui/client/session.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { askVersion, useVersionAt, useVersionEvery } from '#ui/client/version-checks.ts';
import { IconArrowBackUp, IconHeadset, IconPlugConnectedX, IconTool, IconUserShield } from '#ui/icons.ts';
import { localeOf } from '#ui/kinds/locale.ts';
import { hideProblem, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { plannedHours } from './hours.ts';
import classes from './notices.module.css';

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

/** Milliseconds between two questions that refused calls cause: a server that refuses single calls must not be flooded. */
const patience = 10_000;

interface CoverProps {
  /** Stay above it: alarms. */
  children?: ReactNode;
  /** What one can do meanwhile. */
  action?: ReactNode;
}

/** Covers the page without unmounting it: typed text is kept. */
export function MaintenanceScreen({ children, action }: CoverProps): ReactElement | null {
  const message = useStore(maintenance);
  const plan = useStore(planned);
  const { zone } = localeOf(useStore(sessionStore));
  const isClosed = message !== null;
  useVersionEvery(60_000, isClosed);
  useVersionAt(plan?.endAt ?? null);
  const asked = useRef(0);
  const wasClosed = useRef(false);
  useEffect(() => {
    if (isClosed && !wasClosed.current && Date.now() - asked.current > patience) {
      // AB-033: until when, after any 503.
      asked.current = Date.now();
      askVersion();
    }
    // What was refused meanwhile is read now.
    if (!isClosed && wasClosed.current) queryClient.invalidateQueries().catch(() => undefined);
    wasClosed.current = isClosed;
  }, [isClosed]);
  if (message === null) return null;
  return (
    <div className={classes.cover} role="alertdialog" aria-modal="true" aria-labelledby="maintenance">
      <IconTool size={36} stroke={1.4} aria-hidden />
      <Title order={1} id="maintenance">
        Maintenance en cours
      </Title>
      <Text maw="32rem">{message}</Text>
      {plan ? <Text fw={600}>Fin prévue : {plannedHours(plan, zone).end}</Text> : null}
      <Text size="sm" c="dimmed">
        La page reprendra d’elle-même ; ce que vous aviez saisi est conservé.
      </Text>
      <Button variant="default" onClick={askVersion} autoFocus>
        Réessayer
      </Button>
      {action}
      {children ? <div className={classes.aboveCover}>{children}</div> : null}
    </div>
  );
}

/** AB-032: announced until it begins; platform staff, who go on working, see it until its end. */
export function MaintenanceNotice(): ReactElement | null {
  const plan = useStore(planned);
  const isClosed = useStore(maintenance) !== null;
  const [closed, setClosed] = useState('');
  const { zone } = localeOf(useStore(sessionStore));
  useVersionAt(plan?.startAt ?? null);
  if (plan === null || isClosed) return null;
  const key = `${plan.startAt} ${plan.endAt}`;
  const hasBegun = stateOf(plan, new Date()) === 'begun';
  if (!hasBegun && closed === key) return null;
  const { whole, end } = plannedHours(plan, zone);
  return (
    <div className={classes.banner} data-tone={hasBegun ? 'warning' : 'advice'} role="status" aria-label="Maintenance">
      <IconTool size={16} aria-hidden />
      <span>
        <strong>{hasBegun ? `Maintenance en cours, jusqu’à ${end}` : `Maintenance prévue ${whole}`}</strong>
        {' : '}
        {hasBegun ? 'les utilisateurs des agences attendent.' : plainMessage(plan)}
      </span>
      {hasBegun ? null : (
        <Button size="compact-sm" variant="white" color="dark" onClick={() => setClosed(key)}>
          Fermer
        </Button>
      )}
    </div>
  );
}

/** */
export function PendingNotice(): ReactElement | null {
  const { profile } = useSession();
  const [closed, setClosed] = useState(false);
  const refresh = useAct(async () => {
    await loadSession().catch(notifyProblem);
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
    try {
      await actFor(null);
      onBack();
    } catch (error) {
      notifyProblem(error);
    }
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
export function SupportBanner({ away }: { away(): Promise<void> }): ReactElement | null {
  const { acting, agency, flags } = useSession();
  const leave = useAct(async () => {
    try {
      await quitAgency(away);
      void forgetAgency();
    } catch (error) {
      notifyProblem(error);
    }
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
