// « Mon planning »: an agent's own published services by day, for his phone.
import { ActionIcon, Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { lazy, type ReactElement, Suspense, use, useMemo, useState } from 'react';
import type { Location } from '#core/addresses/addresses.ts';
import { inHours } from '#core/kernel/duration.ts';
import { fetchPlanning } from '#core/planning/calls.ts';
import { monthAfter } from '#core/planning/days.ts';
import { isActive } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { plural } from '#ui/format.ts';
import { IconChevronLeft, IconChevronRight, IconPlayerPlay } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { FieldFrame } from '#ui/shell/field-frame.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { useInstructionsAddress } from '../sites/instructions/address.ts';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { OwnHandout } from './handout/OwnHandout.tsx';
import { NowCard } from './lifecycle/NowCard.tsx';
import { Unplanned } from './lifecycle/Unplanned.tsx';
import { isPending, MyDay, ServiceCard } from './MyDay.tsx';
import classes from './MyPlanning.module.css';
import { minutesIn, myDays, myPeriod } from './myDays.ts';
import { titleOf } from './periods.ts';

const InstructionsDrawer = lazy(() => import('../sites/instructions/InstructionsDrawer.tsx'));

/** More sites than one agent has in two months. */
const mostSites = 200;

interface Place {
  id: string;
  name: string;
  status: number;
  address: { street?: string | null; zipcode?: string | null; city?: string | null; location?: Location | null } | null;
}

export default function MyPlanning({ page, title, description }: ScreenProps): ReactElement {
  const session = useSession();
  const { zone } = useLocale();
  const now = today(zone);
  const [month, setMonth] = useState(now.slice(0, 7));
  const [past, setPast] = useState(false);
  const [beginning, setBeginning] = useState(false);
  const inField = use(FieldFrame);
  const { site } = useInstructionsAddress();
  const period = useMemo(() => myPeriod(month, now), [month, now]);
  const { data, error, isFetching, refetch } = useCall(fetchPlanning, {
    mount: 'agent',
    input: { start: period.start, end: period.end },
  });
  const places = useCall(endpointsOf(Site).list, {
    mount: 'agent',
    // A past service may be on a site archived since.
    input: { limit: mostSites, filters: { archived: true } },
    enabled: session.can(['listOwnSites']),
  }).data as { sites: Place[] } | undefined;
  const addresses = useMemo(() => new Map(places?.sites.map((one) => [one.id, one.address])), [places]);
  const shown = useMemo(() => (data ? myDays(data, period, now) : null), [data, period, now]);

  // A running service may have begun yesterday, or in another month.
  const active = shown?.all.filter(({ service }) => isActive(service.status)) ?? [];
  // A night of yesterday that was not started yet would be hidden among the past days.
  const late = shown?.all.filter((one) => one.day < now && isPending(one)) ?? [];
  const { lateMargin = 0, unplannedServices = false } = data?.own ?? {};
  const mayBegin =
    session.can(['executeOwnService']) &&
    (session.can(['createService']) || (unplannedServices && session.can(['createOwnService'])));
  const current = month === now.slice(0, 7);
  const days = shown?.days ?? [];
  const before = current ? days.filter(({ day }) => day < now) : [];
  const listed = current && !past ? days.filter(({ day }) => day >= now) : days;
  const go = (by: 1 | -1): void => {
    setMonth(monthAfter(month, by));
    setPast(false);
  };
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft): ReactElement => (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="xl" aria-label={label} onClick={() => go(by)}>
        <Icon size={20} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} action={<OwnHandout month={month} />} />
      <div className={classes.months} role="toolbar" aria-label="Mois affiché">
        {step(-1, 'Mois précédent', IconChevronLeft)}
        <span className={classes.month} aria-live="polite">
          {titleOf(2, { start: `${month}-01`, end: '' })}
        </span>
        {step(1, 'Mois suivant', IconChevronRight)}
        {!current && (
          <Button variant="default" onClick={() => setMonth(now.slice(0, 7))}>
            Ce mois-ci
          </Button>
        )}
      </div>
      {error && !data ? (
        <ReadFailure
          title="Votre planning n’a pas pu être chargé"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data || !shown ? (
        <Stack gap="sm" role="status" aria-label="Chargement de votre planning" aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={120} />
          ))}
        </Stack>
      ) : (
        <>
          {active.map((one) => (
            <NowCard key={one.service.id} one={one} lateMargin={lateMargin} />
          ))}
          {current &&
            late.map((one) => (
              <ServiceCard
                key={one.service.id}
                one={one}
                address={addresses.get(one.service.site) ?? null}
                lateMargin={lateMargin}
              />
            ))}
          {mayBegin && current && active.every(({ service }) => service.circuit) && (
            <Button
              className={classes.begin ?? ''}
              variant="default"
              size="lg"
              leftSection={<IconPlayerPlay size={20} aria-hidden />}
              onClick={() => (inField ? replaceHash('/terrain/non-planifie') : setBeginning(true))}
            >
              Service non planifié
            </Button>
          )}
          <Group gap="lg" className={classes.totals}>
            <Text size="sm">
              Mois : <b>{inHours(minutesIn(data, shown.calendar, `${month}-01`, `${monthAfter(month, 1)}-01`))}</b>
            </Text>
            {current && (
              <Text size="sm">
                Semaine : <b>{inHours(minutesIn(data, shown.calendar, shown.week.from, shown.week.to))}</b>
              </Text>
            )}
          </Group>
          {before.length > 0 && !past && (
            <Button variant="subtle" onClick={() => setPast(true)}>
              Afficher les jours passés ({before.length})
            </Button>
          )}
          {listed.length === 0 ? (
            <Text c="dimmed" py="lg" ta="center">
              {current && !past ? 'Aucun service à venir ce mois-ci.' : 'Aucun service ni absence ce mois-ci.'} Vos
              services apparaissent dès que votre agence les publie.
            </Text>
          ) : (
            <ol className={classes.days} aria-label={plural(listed.length, 'jour')}>
              {listed.map((one) => (
                <MyDay
                  key={one.day}
                  day={one}
                  isToday={one.day === now}
                  addresses={addresses}
                  lateMargin={lateMargin}
                />
              ))}
            </ol>
          )}
        </>
      )}
      {beginning && data && (
        <Unplanned
          sites={places?.sites.filter(({ status }) => status === activeStatus)}
          specialties={data.specialties}
          onClose={() => setBeginning(false)}
        />
      )}
      <AnomaliesHost />
      <Suspense>{site !== null && <InstructionsDrawer page={page} />}</Suspense>
    </div>
  );
}
