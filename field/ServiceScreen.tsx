// One service in the field: where, when, what the site asks, and the steps.
import type { ReactElement } from 'react';
import { useNow } from '#ui/useNow.ts';
import { type DayService, dayWords, hoursOf, nameOf, zoneOf } from './day.ts';
import classes from './field.module.css';
import { Received } from './handover/Received.tsx';
import { Instructions } from './instructions/Instructions.tsx';
import { Kept } from './Kept.tsx';
import { AgencyMessages } from './notifications/AgencyMessages.tsx';
import { Access, Address, Items } from './SiteFacts.tsx';
import { Extended, isUnderWay, Left, sinceWords } from './Standing.tsx';
import { Steps } from './Steps.tsx';
import { Stops } from './Stops.tsx';
import type { FieldSession, FieldView } from './session.ts';

interface Props {
  session: FieldSession;
  view: FieldView;
  service: DayService;
}

export default function ServiceScreen({ session, view, service }: Props): ReactElement {
  const zone = zoneOf(view.held);
  const site = view.held.sites.find(({ id }) => id === service.site?.id);
  useNow();
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href={service.circuit ? `#/terrain/service/${service.circuit}` : '#/terrain'}>
          Retour
        </a>
        <span>{sinceWords(service, zone)}</span>
      </header>
      <main className={classes.body}>
        <h1 className={classes.place}>{nameOf(service)}</h1>
        <p className={classes.hours}>
          {dayWords(service.start, zone, session.now())} · {hoursOf(service, zone)}
        </p>
        {service.post ? <p>{service.post}</p> : null}
        <Extended service={service} zone={zone} />
        {isUnderWay(service) ? <Left service={service} now={session.now()} /> : null}
        {service.comment ? <p className={classes.note}>{service.comment}</p> : null}
        <Kept session={session} view={view} service={service.id} />
        <AgencyMessages session={session} view={view} service={service.id} />
        <Received session={session} view={view} service={service} />
        {site?.address ? <Address address={site.address} /> : null}
        {service.isCircuit ? <Stops view={view} circuit={service} zone={zone} /> : null}
        <Access label="Clés" lines={site?.siteKeys} />
        <Access label="Alarmes" lines={site?.siteAlarms} />
        <Items items={view.held.frame?.items?.[site?.id ?? '']} />
        <Instructions session={session} view={view} site={service.site?.id} service={service.id} />
        <Steps session={session} view={view} service={service} />
      </main>
    </>
  );
}
