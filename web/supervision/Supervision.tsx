// « Supervision »: who is at work, who should be, and who is about to be, in real time (W-001).
import { Badge, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core';
import {
  type CSSProperties,
  memo,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { postsWords } from '#core/home/posts.ts';
import {
  roundsWords,
  type WatchedGroup,
  type WatchedService,
  watchedGroupOf,
  watchedGroups,
  watchedHours,
} from '#core/home/supervision.ts';
import { extended, serviceStatus } from '#core/planning/status.ts';
import type { AlarmDetails } from '#core/safety/calls.ts';
import { alarmSetting } from '#ui/client/settings.ts';
import { useStore } from '#ui/client/store.ts';
import { formatMoment, formatNumber, formatRelative, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { PlaceMap } from '#ui/Map/index.tsx';
import { notifyWarning } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { leftWords } from '../home/left.ts';
import { ServiceHosts } from '../planning/ServiceHosts.tsx';
import { OpenAlarms } from '../safety/OpenAlarms.tsx';
import { useOpenAlarms } from '../safety/open.ts';
import { titleOf } from '../safety/words.ts';
import { ring } from './alarm.ts';
import { Frieze } from './Frieze.tsx';
import { Panel } from './Panel.tsx';
import classes from './Supervision.module.css';
import { useBoard } from './useBoard.ts';
import { lastEventWords, newlyLate, peopleWords, placeOf, sitesOf } from './watched.ts';

const minute = 60_000;
const none: readonly WatchedService[] = [];

const views = [
  { value: 'list', label: 'Liste' },
  { value: 'time', label: 'Frise' },
  { value: 'map', label: 'Carte' },
] as const;
type View = (typeof views)[number]['value'];

export default function Supervision({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useBoard();
  useAlarm(data?.services);
  const [view, setView] = useState<View>('list');
  // It stays, as it was last, when it leaves the board: somebody may be writing about it.
  const [opened, onOpen] = useState<WatchedService | null>(null);
  const watched = data?.services.find(({ id }) => id === opened?.id);
  if (watched && watched !== opened) onOpen(watched);
  // Drawn in slices, which a click or an alarm interrupts: a thousand rows are more than a frame.
  const services = useDeferredValue(data?.services ?? none, none);
  const now = useDeferredValue(Math.floor(Date.now() / minute) * minute);
  const isDrawn = data !== undefined && (services.length > 0 || data.services.length === 0);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Présentation"
          data={[...views]}
          value={view}
          onChange={(next) => setView(next as View)}
        />
        <AlarmSwitch />
      </div>
      <OpenAlarms />
      {error && !data ? (
        <ReadFailure
          title="La supervision n’a pas pu être lue"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data && isDrawn ? (
        <>
          {error ? (
            <Text size="sm" role="status" c="red">
              Actualisation impossible : ce qui suit date d’avant la coupure.
            </Text>
          ) : null}
          <Text role="status" aria-label="Postes maintenant">{`Maintenant : ${postsWords(data.postsNow)}.`}</Text>
          {data.leftOut > 0 ? (
            <Text size="sm" role="status">
              {data.leftOut === 1
                ? 'Un autre service, en cours ou à venir, n’est pas montré ici : il est dans la liste des services.'
                : `${formatNumber(data.leftOut)} autres services, en cours ou à venir, ne sont pas montrés ici : ils sont dans la liste des services.`}
            </Text>
          ) : null}
          {data.services.length === 0 ? (
            <Text c="dimmed">
              {`Aucun service en cours, en retard, ou prévu dans les ${watchedHours.ahead} heures.`}
            </Text>
          ) : view === 'list' ? (
            <Groups services={services} now={now} onOpen={onOpen} />
          ) : view === 'time' ? (
            <Frieze services={services} now={now} onOpen={onOpen} />
          ) : (
            <SitesMap services={services} now={now} onOpen={onOpen} />
          )}
        </>
      ) : (
        <div aria-busy="true" role="status" aria-label="Lecture des services" className={classes.page}>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={120} />
          ))}
        </div>
      )}
      {opened ? <Panel service={opened} onClose={() => onOpen(null)} /> : null}
      <ServiceHosts />
    </div>
  );
}

function AlarmSwitch(): ReactElement {
  const on = useStore(alarmSetting);
  return (
    <Switch
      label="Sonner à chaque nouveau retard"
      checked={on}
      onChange={({ currentTarget: { checked } }) => {
        alarmSetting.set(checked);
        // Also tells how loud it is.
        if (checked) ring();
      }}
    />
  );
}

/** A new late service is announced on the screen, and by a sound if the user wants it. */
function useAlarm(services: readonly WatchedService[] | undefined): void {
  const before = useRef(services);
  useEffect(() => {
    const known = before.current;
    before.current = services;
    const late = known && services ? newlyLate(known, services) : [];
    for (const service of late) notifyWarning('Nouveau retard', placeOf(service));
    if (late.length > 0 && alarmSetting.get()) ring();
  }, [services]);
}

interface Watching {
  services: readonly WatchedService[];
  /** Its minute: words such as « il y a 10 minutes » follow it. */
  now: number;
  onOpen(service: WatchedService): void;
}

const Groups = memo(function Groups({ services, now, onOpen }: Watching): ReactElement {
  const groups = Map.groupBy(services, ({ status }) => watchedGroupOf(status));
  const names = Object.keys(watchedGroups) as WatchedGroup[];
  const empty = names.filter((group) => !groups.has(group));
  return (
    <>
      {names.map((group) => {
        const own = groups.get(group);
        return own ? (
          <section key={group} className={classes.group} data-group={group} aria-label={watchedGroups[group]}>
            <h2>
              {watchedGroups[group]} <span className={classes.count}>{own.length}</span>
            </h2>
            {/* biome-ignore lint/a11y/useSemanticElements: one list, whose rows are in slices */}
            <div role="list" className={classes.services}>
              {slicesOf(own).map((slice, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
                <Slice key={index} index={index} services={slice} now={now} onOpen={onOpen} />
              ))}
            </div>
          </section>
        ) : null;
      })}
      {empty.length > 0 ? (
        <Text size="sm" c="dimmed">
          Aucun service : {empty.map((group) => watchedGroups[group].toLowerCase()).join(', ')}.
        </Text>
      ) : null}
    </>
  );
});

/** Rows that the browser lays out together, or not at all while they are out of sight. */
const sliceLength = 25;
const slicesOf = <T,>(of: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(of.length / sliceLength) }, (_, index) =>
    of.slice(index * sliceLength, (index + 1) * sliceLength),
  );

interface SliceProps extends Watching {
  index: number;
}

/** Milliseconds between two slices: a new minute changes the words of every row, which is more than a frame. */
const turn = 20;

/** The minute as this slice shows it: the slices follow one after the other. */
function useInTurn(now: number, index: number): number {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setShown(now), index * turn);
    return () => clearTimeout(timer);
  }, [now, index]);
  return shown;
}

const isSameSlice = (one: SliceProps, other: SliceProps): boolean =>
  one.now === other.now &&
  one.onOpen === other.onOpen &&
  one.services.length === other.services.length &&
  one.services.every((service, index) => service === other.services[index]);

/** Of a thousand services few change at once: the slices of the others are not looked into. */
const Slice = memo(function Slice({ services, now, index, onOpen }: SliceProps): ReactElement {
  const minuteShown = useInTurn(now, index);
  return (
    <div role="presentation" className={classes.slice} style={{ '--rows': services.length } as CSSProperties}>
      {services.map((service) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of the list above
        <div role="listitem" key={service.id}>
          <Service service={service} now={minuteShown} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
}, isSameSlice);

interface ServiceProps extends Pick<Watching, 'now' | 'onOpen'> {
  service: WatchedService;
}

/** Only the changed ones are drawn again: a fresh reading keeps the objects of those that are as before. */
const Service = memo(function Service({ service, onOpen }: ServiceProps): ReactElement {
  const { zone } = useLocale();
  const { startAt, endAt, realStartAt, realEndAt, agents, missing } = service;
  const rounds = roundsWords(service);
  const awaited = agents.filter((agent) => agent.awaited).map(({ name }) => name);
  return (
    <button type="button" className={classes.service} onClick={() => onOpen(service)}>
      <span className={classes.what}>
        <span className={classes.place}>{placeOf(service)}</span>
        <span className={classes.people}>
          {peopleWords(service)}
          {awaited.length > 0 && (
            <Badge color="red" variant="light" size="sm" tt="none" ml="xs">
              {`Pas arrivé : ${awaited.join(', ')}`}
            </Badge>
          )}
          {missing > 0 && (
            <Badge color="red" variant="light" size="sm" tt="none" ml="xs">
              {plural(missing, 'poste vide', 'postes vides')}
            </Badge>
          )}
        </span>
      </span>
      <span className={classes.when}>
        <time dateTime={startAt} title={formatRelative(startAt)}>
          {formatMoment(startAt, zone)}
        </time>
        {' – '}
        {formatMoment(endAt, zone).slice(-5)}
        {service.status === extended && ' → en cours'}
        {realEndAt ? (
          <span className={classes.quiet}>{leftWords(service.status, realEndAt, endAt, zone)}</span>
        ) : (
          realStartAt && <span className={classes.quiet}>Commencé {formatRelative(realStartAt)}</span>
        )}
      </span>
      <span className={classes.state}>
        <StatusBadge machine={serviceStatus} code={service.status} />
        {rounds && <span className={classes.rounds}>{rounds}</span>}
        <span className={classes.quiet}>{lastEventWords(service, zone)}</span>
      </span>
    </button>
  );
});

/** Those of the theme; the map takes no variables. */
const colours: Record<WatchedGroup, string> = {
  late: '#b42318',
  interrupted: '#b42318',
  endedEarly: '#b42318',
  notDone: '#b45309',
  active: '#1d6fb8',
  soon: '#616b78',
};

const alarmColour = '#6d0f0f';
const mapKey = [
  [alarmColour, 'Alerte ouverte'],
  [colours.late, 'En retard, interrompu ou terminé avant l’heure'],
  [colours.notDone, 'Non commencé ou non terminé'],
  [colours.active, 'En cours'],
  [colours.soon, 'À venir'],
] as const;

/** Where the telephone was last known to be. */
const placedAlarms = (alarms: readonly AlarmDetails[], from: number) =>
  alarms.flatMap((alarm, index) =>
    alarm.location
      ? [
          {
            ...{ id: alarm.id, name: titleOf(alarm), label: '!', colour: alarmColour, rank: from + index },
            location: { latitude: alarm.location.latitude, longitude: alarm.location.longitude },
          },
        ]
      : [],
  );

const SitesMap = memo(function SitesMap({ services, now, onOpen }: Watching): ReactElement {
  const sites = useMemo(() => sitesOf(services), [services]);
  const dots = useMemo(
    () =>
      sites.map(({ id, name, location, group, services: own }, rank) => ({
        id,
        name: `${name} : ${watchedGroups[group].toLowerCase()}`,
        location,
        label: String(own.length),
        colour: colours[group],
        rank,
      })),
    [sites],
  );
  const { data: open } = useOpenAlarms();
  // Above the sites: whoever looks at the map sees them first.
  const alarms = useMemo(() => placedAlarms(open?.alarms ?? [], dots.length), [open, dots.length]);
  const all = useMemo(() => [...dots, ...alarms], [dots, alarms]);
  const placed = new Set(sites.flatMap(({ services: own }) => own.map(({ id }) => id)));
  const without = services.filter(({ id }) => !placed.has(id));
  const first = all.at(-1);
  return (
    <>
      {first ? (
        <>
          <PlaceMap
            label="Sites des services en cours, en retard et à venir"
            centre={first.location}
            location={null}
            dots={all}
            dotsLabel="Tous les sites"
          />
          <ul className={classes.key} aria-label="Légende de la carte">
            {mapKey.map(([colour, label]) => (
              <li key={label}>
                <span className={classes.dotKey} style={{ background: colour }} aria-hidden />
                {label}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Text size="sm" c="dimmed">
        {without.length === 0
          ? 'Chaque rond porte le nombre de services du site.'
          : `${plural(without.length, 'service', 'services')} sur un site sans position : à compléter sur la fiche du site.`}
      </Text>
      <Groups services={services} now={now} onOpen={onOpen} />
    </>
  );
});
