// Tells each agent what the agency decided about his hours: it changes what he is paid.
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { effectiveMinutes } from '#core/planning/hours.ts';
import { countedShift, type Decision, type Settlement } from '#core/planning/lived.ts';
import { settledHours } from '#core/planning/notifications.ts';
import type { ServiceTime } from '#core/planning/service-time.ts';
import type { Call } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';
import type { LivedRow } from './lived.ts';

export interface Settled {
  row: Row<typeof ServiceTime>;
  facts: LivedRow;
  settlement: Settlement;
}

const words: Record<Decision, string> = {
  ACCEPTED: 'ont été validées',
  ROUNDED: 'ont été arrondies',
  REFUSED: 'n’ont pas été retenues',
};

function sentenceOf({ row, facts, settlement }: Settled, minute: number, zone: string): string {
  const effective = (one: Settlement | null): string => {
    const shift = countedShift('', facts, one, minute);
    return inHours(shift ? effectiveMinutes(shift) : 0);
  };
  const { decision } = settlement;
  const day = frenchDay(wallClock(row.startAt, zone).day).slice(0, 5);
  const said = `Vos heures${decision === 'REFUSED' ? ' réelles' : ''} du ${day} ${words[decision]}`;
  const planned = effective(null);
  if (decision === 'REFUSED') return `${said} : ${planned} comptent, comme planifié`;
  const counted = effective(settlement);
  return counted === planned ? `${said} : ${counted}` : `${said} : ${counted} au lieu de ${planned}`;
}

/** More are counted. */
const mostSaid = 10;

/** One notice per person, whatever the number of his services. */
export async function notifySettled(settled: readonly Settled[], call: Call): Promise<void> {
  if (settled.length === 0) return;
  const [place] = await call.db.query<{ zone: string }>({ name: 'settled-zone', text: 'select app_zone() as zone' });
  const minute = Math.floor(call.now.getTime() / 60_000);
  const inOrder = settled.toSorted((one, other) => one.row.startAt.localeCompare(other.row.startAt));
  const notices = [...Map.groupBy(inOrder, ({ row }) => row.agent.id)].map(([agent, own]) => {
    const said = own.slice(0, mostSaid).map((one) => `${sentenceOf(one, minute, place?.zone ?? 'Europe/Paris')}.`);
    const more = own.length - said.length;
    return {
      to: { agents: [agent] },
      event: `${own[0]?.row.id} ${call.now.toISOString()}`,
      title: own.length === 1 ? 'Décision sur vos heures' : `${own.length} décisions sur vos heures`,
      text: [...said, ...(more > 0 ? [`Et ${more} de plus.`] : [])].join('\n'),
      link: '/hoursAgent',
      action: 'Voir mes heures',
    };
  });
  await notify(call.db, settledHours, notices, call);
}
