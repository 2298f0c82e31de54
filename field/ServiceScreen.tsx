// One service in the field: where, when, what the site asks, and the steps.
import type { ReactElement } from 'react';
import { serviceStatus } from '#core/planning/status.ts';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { SafeHtml } from '#ui/richtext/SafeHtml.tsx';
import { type DayService, dayWords, hoursOf, nameOf, zoneOf } from './day.ts';
import classes from './field.module.css';
import { Received } from './handover/Received.tsx';
import { MissingImage } from './instructions/MissingImage.tsx';
import { instructionsOf, unreadOf } from './instructions/unread.ts';
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
  const instructions = instructionsOf(view, service);
  const unread = new Set(unreadOf(view, service).map(({ id }) => id));
  const state = serviceStatus.states[service.status as keyof typeof serviceStatus.states];
  return (
    <>
      <header className={classes.header}>
        <a className={classes.quiet} href={service.circuit ? `#/terrain/service/${service.circuit}` : '#/terrain'}>
          Retour
        </a>
        <span>{state.label}</span>
      </header>
      <main className={classes.body}>
        <h1 className={classes.place}>{nameOf(service)}</h1>
        <p className={classes.hours}>
          {dayWords(service.start, zone, session.now())} · {hoursOf(service, zone)}
        </p>
        {service.post ? <p>{service.post}</p> : null}
        {service.comment ? <p className={classes.note}>{service.comment}</p> : null}
        <Received session={session} view={view} service={service} />
        {site?.address ? <Address address={site.address} /> : null}
        {service.isCircuit ? <Stops view={view} circuit={service} zone={zone} /> : null}
        <Access label="Clés" lines={site?.siteKeys} />
        <Access label="Alarmes" lines={site?.siteAlarms} />
        {instructions.length > 0 ? (
          <section aria-label="Consignes">
            <h2 className={classes.part}>Consignes</h2>
            {instructions.map((one) => (
              <details key={one.id} className={classes.details}>
                <summary>
                  {one.title}
                  {unread.has(one.id) ? <strong className={classes.mark}>à lire</strong> : null}
                </summary>
                <SafeHtml value={one.content ?? ''} picture={MissingImage} />
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

type Site = FieldView['held']['sites'][number];

function Address({ address }: { address: NonNullable<Site['address']> }): ReactElement {
  const words = [address.street, [address.zipcode, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const { location } = address;
  const query = location ? `${location.latitude},${location.longitude}` : '0,0';
  return (
    <p>
      {words}{' '}
      <a className={classes.quiet} href={`geo:${query}?q=${encodeURIComponent(location ? query : words)}`}>
        Itinéraire
      </a>
    </p>
  );
}

interface AccessLine {
  id: string;
  label?: string | null;
  code?: string | null;
  comment?: string | null;
}

function Access({
  label,
  lines,
}: {
  label: string;
  lines: readonly AccessLine[] | null | undefined;
}): ReactElement | null {
  if (!lines || lines.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>{label}</summary>
      <ul className={classes.list}>
        {lines.map((one) => (
          <li key={one.id} className={classes.line}>
            <span>{one.label}</span>
            <strong>{one.code}</strong>
            {one.comment ? <span className={classes.dim}>{one.comment}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
