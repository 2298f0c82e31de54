// The month on a customer's sites: what proves the service (services held, presence, last round, last event).
import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readPresence, type SiteMonth } from '#core/home/presence.ts';
import { inHours } from '#core/kernel/duration.ts';
import { Service } from '#core/planning/service.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatRelative, plural } from '#ui/format.ts';
import { may } from '#ui/may.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { Panel } from '../dashboard/Panel.tsx';
import classes from './Charts.module.css';
import { heldShare, heldWords, roundWords } from './presence.ts';

const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A customer's; nothing for others. */
export function PresencePanel(): ReactNode {
  const session = useSession();
  const allowed = session.scope === 'customer' && may(session, Service, 'list');
  const asked = useCall(readPresence, { mount: session.scope, enabled: allowed });
  if (!allowed) return null;
  const { data } = asked;
  if (!data) return <NotRead of={asked} failure="Le mois n’a pas pu être lu" reading="Lecture du mois" height={160} />;
  return (
    <Panel title={`Présence sur vos sites, ${monthName.format(new Date(data.month))}`}>
      {data.sites.length === 0 ? (
        <Text c="dimmed" p="md">
          Aucun service n’a commencé sur vos sites ce mois-ci.
        </Text>
      ) : (
        <ul className={classes.tonight}>
          {data.sites.map((one) => (
            <Month key={one.site.id} of={one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Month({ of }: { of: SiteMonth }): ReactNode {
  const { site, planned, present, lastRound, lastEvent } = of;
  return (
    <li>
      <RecordLink entity="site" id={site.id} className={classes.place}>
        {site.name}
      </RecordLink>
      {planned > 0 ? (
        <div className={classes.month}>
          <Text span>
            {heldWords(of)} · {inHours(present)} de présence sur {inHours(planned)}
          </Text>
          <Progress value={heldShare(of)} aria-label={`Présence sur ${site.name}`} />
        </div>
      ) : null}
      {lastRound ? (
        <Text size="sm" c="dimmed">
          Dernière ronde :{' '}
          <RecordLink entity="service" id={lastRound.service}>
            {roundWords(lastRound)}
          </RecordLink>
          {of.rounds ? `, ${plural(of.rounds, 'ronde')} ce mois-ci` : ''}
        </Text>
      ) : null}
      {lastEvent ? (
        <Text size="sm" c="dimmed">
          Dernier événement :{' '}
          <RecordLink entity="event" id={lastEvent.id}>
            {lastEvent.label}
          </RecordLink>{' '}
          {formatRelative(lastEvent.at)}
        </Text>
      ) : null}
    </li>
  );
}
