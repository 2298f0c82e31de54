// The home of the field: the service at hand fills the screen, then those of the week.
import { type ReactElement, Suspense, useState } from 'react';
import { activeOf } from '#core/field/day.ts';
import { finished, isActive } from '#core/planning/status.ts';
import { currentHash } from '#ui/client/hash.ts';
import { useStore } from '#ui/client/store.ts';
import { telOf } from '#ui/tel.ts';
import { useNow } from '#ui/useNow.ts';
import { type DayService, dayWords, hoursOf, isAhead, nameOf, zoneOf } from './day.ts';
import { lock } from './device.ts';
import classes from './field.module.css';
import { Kept } from './Kept.tsx';
import { Leaving } from './Leaving.tsx';
import { openAtDesk } from './leaving.ts';
import { AgencyMessages } from './notifications/AgencyMessages.tsx';
import { parts } from './parts.ts';
import { Sheet } from './Sheet.tsx';
import { Extended, isUnderWay, Left, sinceWords } from './Standing.tsx';
import { Steps } from './Steps.tsx';
import { Stops } from './Stops.tsx';
import { isComplete, screen } from './screens.ts';
import type { FieldSession, FieldView } from './session.ts';

const Update = screen(() => import('./Update.tsx'));

interface Props {
  session: FieldSession;
  view: FieldView;
  /** The service of the address is no longer his. */
  isGone: boolean;
  /** The address, of a notification, is a screen of the desk. */
  isElsewhere: boolean;
}

export function Home({ session, view, isGone, isElsewhere }: Props): ReactElement {
  useNow();
  const [menu, setMenu] = useState(false);
  const now = session.now();
  const zone = zoneOf(view.held);
  const ahead = view.day.filter((one) => isAhead(one, now));
  const first = activeOf(view.day) ?? ahead.find(({ circuit }) => circuit === null) ?? null;
  const others = ahead.filter((one) => one !== first && one.circuit === null);
  const { frame } = view.held;
  return (
    <>
      <header className={classes.header}>
        <div>
          <strong>{frame?.agency.name ?? 'Mode terrain'}</strong>
          <div className={classes.dim}>{frame?.person.name}</div>
        </div>
        <button type="button" className={classes.quiet} onClick={() => setMenu(true)}>
          Menu
        </button>
      </header>
      <main className={classes.body}>
        <h1 className={classes.hidden}>Accueil du terrain</h1>
        {isGone ? <p className={classes.note}>Ce service n’est plus dans votre planning.</p> : null}
        {isElsewhere ? (
          <div className={classes.note}>
            <p>Cette notification s’ouvre hors du mode terrain.</p>
            <button type="button" className={classes.other} onClick={() => openAtDesk(currentHash())}>
              L’ouvrir hors du mode terrain
            </button>
          </div>
        ) : null}
        <Kept session={session} view={view} />
        <AgencyMessages session={session} view={view} />
        {first ? <Card session={session} view={view} service={first} zone={zone} now={now} /> : <Empty view={view} />}
        {others.length > 0 ? (
          <section aria-label="Services à venir">
            <h2 className={classes.part}>À venir</h2>
            <ol className={classes.list}>
              {others.map((one) => (
                <li key={one.id}>
                  <a className={classes.line} href={`#/terrain/service/${one.id}`}>
                    <span className={classes.dim}>{dayWords(one.start, zone, now)}</span>
                    <strong>{hoursOf(one, zone)}</strong>
                    <span>{nameOf(one)}</span>
                    {one.post ? <span className={classes.dim}>{one.post}</span> : null}
                  </a>
                </li>
              ))}
            </ol>
          </section>
        ) : null}
        <Suspense fallback={null}>
          <Update />
        </Suspense>
        <Over services={view.day} zone={zone} now={now} />
      </main>
      {menu ? <Menu view={view} onClose={() => setMenu(false)} /> : null}
    </>
  );
}

interface OverProps {
  services: readonly DayService[];
  zone: string;
  now: number;
}

/** What was written of them can be read again, and a refused report taken up. */
function Over({ services, zone, now }: OverProps): ReactElement | null {
  const over = services.filter(({ status, circuit }) => status === finished && circuit === null);
  if (over.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>Services terminés</summary>
      <ol className={classes.list}>
        {over.toReversed().map((one) => (
          <li key={one.id}>
            <a className={classes.line} href={`#/terrain/service/${one.id}`}>
              <span className={classes.dim}>{dayWords(one.start, zone, now)}</span>
              <strong>{hoursOf(one, zone)}</strong>
              <span>{nameOf(one)}</span>
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface CardProps {
  session: FieldSession;
  view: FieldView;
  service: DayService;
  zone: string;
  now: number;
}

function Card({ session, view, service, zone, now }: CardProps): ReactElement {
  const isOn = isUnderWay(service);
  const day = dayWords(service.start, zone, now);
  // Nobody began it, and its hours are over.
  const isMissed = !isOn && !service.openEnded && now >= service.end;
  const name = isActive(service.status)
    ? 'Service en cours'
    : isOn
      ? 'Service interrompu'
      : isMissed
        ? 'Service terminé'
        : 'Prochain service';
  return (
    <section className={classes.card} aria-label={name} data-on={isOn}>
      <p className={classes.dim}>{isOn ? sinceWords(service, zone) : `${name} · ${day}`}</p>
      <h2 className={classes.place}>{nameOf(service)}</h2>
      <p className={classes.hours}>
        {isOn && day !== 'Aujourd’hui' ? `${day} · ` : ''}
        {hoursOf(service, zone)}
      </p>
      {service.post ? <p>{service.post}</p> : null}
      <Extended service={service} zone={zone} />
      {isMissed ? <Missed phone={view.held.frame?.agency.phone ?? null} /> : <Left service={service} now={now} />}
      {service.isCircuit ? <Stops view={view} circuit={service} zone={zone} /> : null}
      <a className={classes.quiet} href={`#/terrain/service/${service.id}`}>
        Site, consignes et accès
      </a>
      <Steps session={session} view={view} service={service} />
    </section>
  );
}

function Missed({ phone }: { phone: string | null }): ReactElement {
  return (
    <>
      <p className={classes.warning}>Terminé sans prise de service : appelez l’agence.</p>
      {phone ? (
        <a className={classes.other} href={telOf(phone)}>
          Appeler l’agence · {phone}
        </a>
      ) : null}
    </>
  );
}

function Empty({ view }: { view: FieldView }): ReactElement {
  return view.held.frame ? (
    <section className={classes.card}>
      <h2 className={classes.place}>Aucun service à venir</h2>
      <p>Vos services des sept prochains jours apparaissent ici dès que votre agence les publie.</p>
    </section>
  ) : (
    <section className={classes.card} aria-busy={view.link === 'unknown'}>
      <h2 className={classes.place}>Votre planning n’est pas encore sur ce téléphone</h2>
      <p>{view.link === 'unknown' ? 'Lecture en cours…' : 'Il sera lu dès que le réseau sera revenu.'}</p>
    </section>
  );
}

function Menu({ view, onClose }: { view: FieldView; onClose(): void }): ReactElement {
  const [leaving, setLeaving] = useState(false);
  const phone = view.held.frame?.agency.phone;
  const isWhole = useStore(isComplete);
  if (leaving) {
    const isAtWork = activeOf(view.day) !== null;
    return <Leaving waiting={view.queue.events.length + view.photos} isAtWork={isAtWork} onClose={onClose} />;
  }
  return (
    <Sheet title="Menu" onClose={onClose}>
      <p className={classes.dim} role="status">
        {isWhole ? 'Prêt à fonctionner sans réseau.' : 'Préparation pour fonctionner sans réseau…'}
      </p>
      <div className={classes.answers}>
        {phone ? (
          <a className={classes.other} href={telOf(phone)}>
            Appeler l’agence · {phone}
          </a>
        ) : null}
        {parts
          .flatMap((part) => part.menu?.(view) ?? [])
          .map(({ label, to }) => (
            <a key={to} className={classes.other} href={`#/terrain/${to}`} onClick={onClose}>
              {label}
            </a>
          ))}
        <button type="button" className={classes.other} onClick={lock}>
          Verrouiller
        </button>
        <button type="button" className={classes.other} onClick={() => setLeaving(true)}>
          Quitter le mode terrain
        </button>
        <button type="button" className={classes.main} onClick={onClose}>
          Fermer
        </button>
      </div>
    </Sheet>
  );
}
