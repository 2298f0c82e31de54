// The cover around now: a time line for the agency, tonight's sites for a customer, and the coming days.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { type AgencyCover, readCover, type TonightService } from '#core/home/cover.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { eventOfId, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { late, missed, selectableStatuses, serviceStatus } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatRelative, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { may } from '#ui/may.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { useRecordScreens } from '#ui/shell/records.ts';
import { useMenus } from '#ui/shell/screen.ts';
import { useTasks } from '../dashboard/Board.tsx';
import { Panel } from '../dashboard/Panel.tsx';
import { soonOf } from '../summary/when.ts';
import classes from './Charts.module.css';
import { coverLinks, coverWords, dayWords, presenceWords, type Step, tonightBySite, worstStep } from './cover.ts';
import { DayBars } from './DayBars.tsx';

/** Null: the caller may not list the services. */
function useCover() {
  const session = useSession();
  const allowed = session.scope !== 'agent' && may(session, Service, 'list');
  const asked = useCall(readCover, { mount: session.scope, enabled: allowed });
  return allowed ? asked : null;
}

/** Now: the time line of the agency, or a customer's sites. */
export function CoverNow(): ReactNode {
  const asked = useCover();
  if (!asked) return null;
  const { data } = asked;
  if (!data)
    return (
      <NotRead of={asked} failure="La couverture n’a pas pu être lue" reading="Lecture de la couverture" height={220} />
    );
  return data.tonight ? <Tonight services={data.tonight} /> : data.cover && <Today cover={data.cover} />;
}

/** The coming days of the agency. */
export function CoverCharts(): ReactNode {
  const cover = useCover()?.data?.cover;
  return cover ? <Charts days={cover.days} /> : null;
}

function Today({ cover }: { cover: AgencyCover }): ReactElement {
  const services = useRecordScreens()?.get('service')?.item.path;
  const watched = useMenus()
    .flatMap(({ items }) => items)
    .find(({ name }) => name === 'supervision')?.path;
  const links = coverLinks(cover, useTasks(), new Date().toISOString()).flatMap(({ label, filters }) => {
    const path = filters ? services : watched;
    return path ? [{ label, path, search: filters ? { f: filters } : {} }] : [];
  });
  return (
    <Panel
      title="Couverture d’aujourd’hui et de cette nuit"
      action={
        links.length > 0 && (
          <nav className={classes.reasons} aria-label="Postes vides">
            {links.map(({ label, path, search }) => (
              <Link key={label} to={path} search={search as never}>
                {label}
              </Link>
            ))}
          </nav>
        )
      }
    >
      <TimeLine cover={cover} />
    </Panel>
  );
}

function Charts({ days }: Pick<AgencyCover, 'days'>): ReactElement {
  const screens = useRecordScreens();
  return (
    <div className={classes.charts}>
      <Panel title="Couverture par jour">
        <DayBars
          label="Postes tenus et demandés, par jour"
          days={days.map(({ day, wanted, held, services }) => ({
            day,
            value: held,
            of: wanted,
            words: dayWords(wanted, held, services),
          }))}
          path={screens?.get('service')?.item.path}
          search={(day) => ({ f: { startAt: { from: day, to: day }, status: [...selectableStatuses] } })}
        />
      </Panel>
      {days.some(({ absent }) => absent !== null) && (
        <Panel title="Absences">
          <DayBars
            label="Collaborateurs absents, par jour"
            days={days.map(({ day, absent }) => {
              const count = absent ?? 0;
              return {
                day,
                value: count,
                of: count,
                words: plural(count, 'collaborateur absent', 'collaborateurs absents'),
              };
            })}
            path={screens?.get('unavailability')?.item.path}
            search={(day) => ({ f: { startAt: { to: day }, endAt: { from: day } } })}
          />
        </Panel>
      )}
    </div>
  );
}

const height = 100;
const labelEvery = 12;

/** A step function: each value holds until the next step. */
function outline(steps: readonly Step[], of: 'wanted' | 'held', highest: number): string {
  const y = (step: Step): number => height - (step[of] / highest) * height;
  const parts = steps.flatMap((step, at) => [`${at},${y(step)}`, `${at + 1},${y(step)}`]);
  return `0,${height} ${parts.join(' ')} ${steps.length},${height}`;
}

function TimeLine({ cover }: { cover: AgencyCover }): ReactElement {
  const { steps } = cover;
  const { zone } = useLocale();
  const now = new Date().toISOString();
  const highest = Math.max(1, ...steps.map(({ wanted }) => wanted));
  const [first, second] = steps;
  const length = first && second ? Date.parse(second.at) - Date.parse(first.at) : 1;
  const position = first ? (Date.parse(now) - Date.parse(first.at)) / length : -1;
  const time = (at: string): string => wallClock(at, zone).time;
  const words = coverWords(cover, now, zone);
  const { absent, left, unfilled } = cover.postsNow;
  return (
    <div className={classes.timeLine}>
      <p className={classes.words}>
        <strong data-lacking={absent + left + unfilled > 0 || undefined}>{words[0]}</strong>{' '}
        <span data-lacking={worstStep(steps, now) ? true : undefined}>{words[1]}</span>
      </p>
      <svg
        className={classes.area}
        viewBox={`0 0 ${steps.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.join(' ')}
      >
        <polygon className={classes.wanted} points={outline(steps, 'wanted', highest)} />
        <polygon className={classes.held} points={outline(steps, 'held', highest)} />
        {position >= 0 && position <= steps.length && (
          <line
            className={classes.now}
            x1={position}
            x2={position}
            y1={0}
            y2={height}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className={classes.hours} aria-hidden>
        {steps.map(({ at }, index) =>
          index % labelEvery === 0 && index < steps.length - 1 ? (
            <span key={at} style={{ insetInlineStart: `${(index / steps.length) * 100}%` }}>
              {time(at)}
            </span>
          ) : null,
        )}
      </div>
      <p className={classes.legend} aria-hidden>
        <span data-of="held">Postes tenus, ou pourvus à venir</span>
        <span data-of="wanted">Postes vides</span>
      </p>
    </div>
  );
}

/** The hour from which today is tonight. */
const eveningFrom = 17;

function Tonight({ services }: { services: readonly TonightService[] }): ReactElement {
  const { zone } = useLocale();
  const now = new Date().toISOString();
  const isEvening = Number(wallClock(now, zone).time.slice(0, 2)) >= eveningFrom;
  const sites = tonightBySite(services, now);
  return (
    <Panel title={isEvening ? 'Ce soir sur vos sites' : 'Aujourd’hui sur vos sites'}>
      {sites.length === 0 ? (
        <Text c="dimmed" p="md">
          Aucun service n’est publié sur vos sites jusqu’à demain midi.
        </Text>
      ) : (
        <ul className={classes.tonight}>
          {sites.map(({ site, current, next, passage }) => (
            <li key={site.id}>
              <RecordLink entity="site" id={site.id} className={classes.place}>
                {site.name}
              </RecordLink>
              {current.map((one) => {
                const event = one.lastEvent && eventOfId(one.lastEvent.type);
                return (
                  <div key={one.id} className={classes.presence}>
                    <RecordLink entity="service" id={one.id}>
                      {presenceWords(one, now, zone)}
                      {one.isStop ? ' · Passage de ronde' : one.postTitle ? ` · ${one.postTitle}` : ''}
                    </RecordLink>
                    {(one.status === late || one.status === missed) && (
                      <StatusBadge machine={serviceStatus} code={one.status} />
                    )}
                    {one.lastEvent && (
                      <Text span size="sm" c="dimmed">
                        {event ? lifecycleEvents[event].label : 'Événement'} {formatRelative(one.lastEvent.at)}
                      </Text>
                    )}
                  </div>
                );
              })}
              {next && (
                <Text size="sm" c="dimmed">
                  {current.length > 0 ? 'Relève : ' : 'Prochain service : '}
                  {plural(next.wanted, 'agent')}, {soonOf(next.startAt, next.endAt, zone)}
                </Text>
              )}
              {passage && (
                <Text size="sm" c="dimmed">
                  Prochain passage de ronde :{' '}
                  <RecordLink entity="service" id={passage.id}>
                    {soonOf(passage.startAt, passage.endAt, zone)}
                  </RecordLink>
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
