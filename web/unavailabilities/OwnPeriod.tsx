// The form of an agent's own absence says that he is planned in it, and that his agency is told.
import { Alert } from '@mantine/core';
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { fetchPlanning } from '#core/planning/calls.ts';
import { longestPeriod } from '#core/planning/days.ts';
import { isPlanned } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { isMoment, WholeDays } from './Period.tsx';

export const OwnPeriod = (props: BelowProps): ReactElement => (
  <>
    <WholeDays {...props} />
    {props.change && <Planned {...props} />}
  </>
);

function Planned({ values: { startAt, endAt } }: BelowProps): ReactElement | null {
  const { zone } = useLocale();
  const session = useSession();
  const known = isMoment(startAt) && isMoment(endAt) && startAt <= endAt;
  const [start, end] = known ? [wallClock(startAt, zone).day, wallClock(endAt, zone).day] : ['', ''];
  // The planning is read for at most this long.
  const isReadable = known && Date.parse(end) - Date.parse(start) <= longestPeriod * 86_400_000;
  const { data } = useCall(fetchPlanning, {
    mount: 'agent',
    input: { start, end },
    enabled: isReadable && session.can(['readOwnPlanning']),
  });
  if (!isReadable || !data) return null;
  const [from, to] = [Date.parse(startAt as string) / 60_000, Date.parse(endAt as string) / 60_000];
  const count = data.services.filter((one) => isPlanned(one.status) && one.start <= to && one.end > from).length;
  if (count === 0) return null;
  return (
    <Alert color="orange" variant="light" mt="md" p="sm">
      Vous êtes planifié sur {count} {count === 1 ? 'service' : 'services'} à ces dates : votre agence en est prévenue.
    </Alert>
  );
}
