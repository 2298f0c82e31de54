// Home and dashboard (decision 79): what needs this person now, then figures and recent records. The menu has the screens.
import { Button, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense } from 'react';
import { readHome } from '#core/home/home.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { type RecordScreen, useRecordScreens } from '#ui/shell/records.ts';
import { Board, Staffing } from '../dashboard/Board.tsx';
import { NotesNotice } from '../notes/NotesNotice.tsx';
import { longDay } from '../planning/periods.ts';
import { LockedReason } from '../session/Locked.tsx';
import { Counts } from './Counts.tsx';
import { CoverCharts, CoverNow } from './CoverPanels.tsx';
import classes from './Home.module.css';
import { HoursPanel } from './HoursPanel.tsx';
import { Invitations } from './Invitations.tsx';
import { NextServices } from './NextServices.tsx';
import { NoAgency } from './NoAgency.tsx';
import { OwnPapers } from './OwnPapers.tsx';
import { OwnRecordLink } from './OwnRecordLink.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { Recent } from './Recent.tsx';

const ToRemind = lazy(() => import('./ToRemind.tsx').then((loaded) => ({ default: loaded.ToRemind })));
const RequestsCard = lazy(() =>
  import('../requests/RequestsCard.tsx').then((loaded) => ({ default: loaded.RequestsCard })),
);
const OpenAlarms = lazy(() => import('../safety/OpenAlarms.tsx').then((loaded) => ({ default: loaded.OpenAlarms })));

const TrialCard = lazy(() =>
  import('../subscriptions/FreeTrial.tsx').then((loaded) => ({ default: loaded.TrialCard })),
);

const FirstSteps = lazy(() => import('../signup/FirstSteps.tsx').then((loaded) => ({ default: loaded.FirstSteps })));

export default function Home(): ReactElement {
  const { user, agency, profile, subscriptionValid } = useSession();
  const day = longDay(today(useLocale().zone));
  return (
    <div className={classes.page}>
      <PageHeader title={`Bonjour ${user.firstname}`} description={[agency?.name, day].filter(Boolean).join(' · ')} />
      {profile && !subscriptionValid ? <Locked /> : agency ? <Agency /> : <NoAgency />}
    </div>
  );
}

/** Only the alarms of guards at work stay open (C-020). */
function Locked(): ReactElement {
  const { scope, can } = useSession();
  return (
    <>
      {scope === 'agency' && can(['readSupervision']) ? (
        <Suspense fallback={null}>
          <OpenAlarms />
        </Suspense>
      ) : null}
      <LockedReason />
    </>
  );
}

/** Content of the agency for this user. */
function Agency(): ReactElement {
  const { scope, flags, profile } = useSession();
  const screens = useRecordScreens();
  const { data, isError, refetch, isFetching } = useCall(readHome, { mount: scope });
  const failed = isError && !data;
  const home = screens && data ? data.home : null;
  return (
    <>
      <NotesNotice />
      {tenant().modules.subscriptions ? (
        <Suspense fallback={null}>
          <TrialCard />
        </Suspense>
      ) : null}
      {tenant().modules.signUp && flags.isAgencyOwner ? (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      ) : null}
      {failed ? (
        <div className={classes.failure} role="alert">
          <Text>L’accueil n’a pas pu être lu.</Text>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      ) : null}
      {flags.isAgent && profile ? (
        <>
          <NextServices />
          <OwnPapers />
        </>
      ) : null}
      <CoverNow />
      <PresencePanel />
      <Board />
      <Suspense fallback={null}>
        <RequestsCard />
      </Suspense>
      <Suspense fallback={null}>
        <ToRemind />
      </Suspense>
      <CoverCharts />
      <HoursPanel />
      {flags.isCustomer ? <OwnRecordLink /> : null}
      {scope === 'agency' && !failed ? (
        <div className={classes.columns}>
          <Recent recent={home?.recent ?? null} screens={screens ?? new Map<string, RecordScreen>()} />
          {home?.invitations ? <Invitations invitations={home.invitations} onSent={() => void refetch()} /> : null}
        </div>
      ) : null}
      {scope === 'agent' || failed ? null : (
        <Counts counts={home?.counts ?? null} screens={screens ?? new Map<string, RecordScreen>()} />
      )}
      <Staffing />
    </>
  );
}
