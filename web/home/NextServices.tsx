// The user's service under way or due with its button, then his next ones, from the data of « Mon planning ».
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { fetchPlanning, type PlannedService } from '#core/planning/calls.ts';
import { daysAfter } from '#core/planning/days.ts';
import { mainStep } from '#core/planning/lifecycle.ts';
import { interrupted, isActive, isOver } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { IconCalendarMonth } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useMenus } from '#ui/shell/screen.ts';
import { useNow } from '#ui/useNow.ts';
import { NowCard } from '../planning/lifecycle/NowCard.tsx';
import { ownActing } from '../planning/lifecycle/steps.ts';
import { myDays } from '../planning/myDays.ts';
import { longDay } from '../planning/periods.ts';
import { FieldLink } from './FieldLink.tsx';
import classes from './Home.module.css';
import { OwnPanel } from './OwnPanel.tsx';

const ahead = 13;
const shownServices = 3;
/** Minutes before its start from which a service comes first, with its button. */
const startSoon = 30;

/** At work, interrupted while its hours still run (he may resume it), or due: he may start it. */
const isCurrent = (service: PlannedService, minute: number): boolean =>
  isActive(service.status) ||
  (service.status === interrupted && service.end > minute) ||
  (service.start - minute <= startSoon && mainStep(ownActing(service, 0), minute * 60_000) === 'start');

/** For users whose menu contains « Mon planning ». `withCurrent`: the one under way as a card with its buttons. */
export function NextServices({ withCurrent = true }: { withCurrent?: boolean }): ReactElement | null {
  const menus = useMenus();
  const screen = menus.flatMap(({ items }) => items).find(({ name }) => name === 'my-planning');
  return screen ? <Services path={screen.path} withCurrent={withCurrent} /> : null;
}

function Services({ path, withCurrent }: { path: string; withCurrent: boolean }): ReactElement {
  const { zone } = useLocale();
  const now = today(zone);
  const period = useMemo(() => ({ start: now, end: daysAfter(now, ahead) }), [now]);
  const { data, error, isFetching, refetch } = useCall(fetchPlanning, { mount: 'agent', input: period });
  const minute = useNow() / 60_000;
  const next = useMemo(() => {
    if (!data) return null;
    // A night service began the day before, and an extended one ends after its time.
    return myDays(data, period, now)
      .all.filter(
        ({ service, isUnscheduled }) =>
          isCurrent(service, minute) || (!isUnscheduled && !isOver(service.status) && service.end > minute),
      )
      .sort(
        ({ service: one }, { service: other }) =>
          Number(isCurrent(other, minute)) - Number(isCurrent(one, minute)) || one.start - other.start,
      )
      .slice(0, shownServices);
  }, [data, period, now, minute]);
  const current = next?.filter(({ service }) => isCurrent(service, minute)) ?? [];
  return (
    <>
      {withCurrent &&
        current.map((one) => <NowCard key={one.service.id} one={one} lateMargin={data?.own?.lateMargin ?? 0} />)}
      <OwnPanel
        title="Mes prochains services"
        items={
          next
            ?.filter((one) => !withCurrent || !current.includes(one))
            .map(({ day, service, site, hours, isOvernight }) => (
              <li key={service.id}>
                <Link to={path} className={classes.item ?? ''}>
                  <IconCalendarMonth size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
                  <span className={classes.words}>
                    <span className={classes.label}>
                      {day === now ? 'Aujourd’hui' : capital(longDay(day))}, {hours}
                      {isOvernight ? ' (lendemain)' : ''}
                    </span>
                    <span className={classes.description}>
                      {[site?.name, service.post, site?.city].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </Link>
              </li>
            )) ?? null
        }
        empty="Aucun service dans les deux semaines à venir. Vos services apparaissent dès que votre agence les publie."
        failure="Vos services n’ont pas pu être lus."
        failed={error !== null}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
      <FieldLink />
    </>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
