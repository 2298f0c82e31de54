// One service in the field: where, when, what the site asks, and the steps.
import type { ReactElement } from 'react';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { useNow } from '#ui/useNow.ts';
import { type DayService, dayWords, hoursOf, nameOf, zoneOf } from './day.ts';
import classes from './field.module.css';
import { Received } from './handover/Received.tsx';
import { KeptImage } from './instructions/KeptImage.tsx';
import { instructionsOf, unreadOf } from './instructions/unread.ts';
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

/** The buttons at the thumb cover the end of a long page: what opens below them moves to the top. */
function reveal(opened: HTMLDetailsElement): void {
  const buttons = document.querySelector(`.${classes.steps}`)?.getBoundingClientRect().top ?? window.innerHeight;
  if (opened.open && opened.getBoundingClientRect().bottom > buttons) opened.scrollIntoView({ block: 'start' });
}

export default function ServiceScreen({ session, view, service }: Props): ReactElement {
  const zone = zoneOf(view.held);
  const site = view.held.sites.find(({ id }) => id === service.site?.id);
  const instructions = instructionsOf(view, service);
  const unread = new Set(unreadOf(view, service).map(({ id }) => id));
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
        {instructions.length > 0 ? (
          <section aria-label="Consignes">
            <h2 className={classes.part}>Consignes</h2>
            {instructions.map((one) => (
              <details key={one.id} className={classes.details} onToggle={(event) => reveal(event.currentTarget)}>
                <summary>
                  {one.title}
                  {unread.has(one.id) ? <strong className={classes.mark}>à lire</strong> : null}
                </summary>
                <SafeHtml value={one.content ?? ''} picture={KeptImage} />
                {unread.has(one.id) ? (
                  <button
                    type="button"
                    className={classes.other}
                    onClick={() => void session.record(instructionRead, { instruction: one.id }, service.id)}
                  >
                    J’ai lu et compris
                  </button>
                ) : null}
              </details>
            ))}
          </section>
        ) : null}
        <Steps session={session} view={view} service={service} />
      </main>
    </>
  );
}
