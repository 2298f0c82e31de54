// Home: counts, recent records, pending invitations, and links to all screens.
import { Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { readHome } from '#core/home/home.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { type RecordScreen, useRecordScreens } from '#ui/shell/records.ts';
import { NotesNotice } from '../notes/NotesNotice.tsx';
import { Counts } from './Counts.tsx';
import classes from './Home.module.css';
import { Invitations } from './Invitations.tsx';
import { NextServices } from './NextServices.tsx';
import { OwnPapers } from './OwnPapers.tsx';
import { OwnRecordLink } from './OwnRecordLink.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { Recent } from './Recent.tsx';

const longDay = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export default function Home(): ReactElement {
  const { user, agency } = useSession();
  const today = longDay.format(new Date());
  return (
    <div className={classes.page}>
      <PageHeader title={`Bonjour ${user.firstname}`} description={[agency?.name, today].filter(Boolean).join(' · ')} />
      {agency ? <Agency /> : <QuickLinks shown={new Set()} />}
    </div>
  );
}

/** Content of the agency for this user. */
function Agency(): ReactElement {
  const { scope, flags, profile } = useSession();
  const screens = useRecordScreens();
  const { data, isError, refetch, isFetching } = useCall(readHome, { mount: scope });
  const failed = isError && !data;
  const home = screens && data ? data.home : null;
  const counted = home?.counts.flatMap(({ entity }) => screens?.get(entity)?.item.name ?? []);
  return (
    <>
      <NotesNotice />
      {failed ? (
        <div className={classes.failure} role="alert">
          <Text>L’accueil n’a pas pu être lu.</Text>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      ) : null}
      {scope === 'agent' || failed ? null : (
        <Counts counts={home?.counts ?? null} screens={screens ?? new Map<string, RecordScreen>()} />
      )}
      {flags.isAgent && profile ? (
        <div className={classes.columns}>
          <NextServices />
          <OwnPapers />
        </div>
      ) : null}
      {flags.isCustomer ? (
        <>
          <section className={classes.panel} aria-label={soonForCustomers.title}>
            <h2>{soonForCustomers.title}</h2>
            <Text c="dimmed" p="md">
              {soonForCustomers.words}
            </Text>
          </section>
          <OwnRecordLink />
        </>
      ) : null}
      {scope === 'agency' && !failed ? (
        <div className={classes.columns}>
          <Recent recent={home?.recent ?? null} screens={screens ?? new Map<string, RecordScreen>()} />
          {home?.invitations ? <Invitations invitations={home.invitations} onSent={() => void refetch()} /> : null}
        </div>
      ) : null}
      {counted || failed ? <QuickLinks shown={new Set(counted)} /> : null}
    </>
  );
}

const soonForCustomers = {
  title: 'La vie de vos sites',
  words:
    'Les mains courantes, les rapports et les factures de vos sites apparaîtront ici dès que votre agence les partagera avec vous.',
};
