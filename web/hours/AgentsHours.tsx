// « Heures collaborateurs »: hours of all agents in a period against their contracts, with overtime, nights and meals.
import type { ReactElement } from 'react';
import { agentsHours, type HoursOrder, type HoursRow, hourDetail } from '#core/planning/hours-calls.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Breakdown } from './Breakdown.tsx';
import { agentColumns, ratesOf } from './columns.ts';
import { type DetailFrame, HoursPage } from './HoursPage.tsx';
import type { HoursPeriod } from './period.ts';
import { useHoursPage } from './useHoursPage.ts';

const words = {
  row: 'Collaborateur',
  search: 'Chercher un collaborateur',
  none: 'Vos collaborateurs planifiables apparaîtront ici.',
  notFound: 'Personne ne porte ce nom.',
};

export default function AgentsHours({ title, description }: ScreenProps): ReactElement {
  const page = useHoursPage<HoursOrder>();
  const answer = useCall(agentsHours, { input: page.input });
  return (
    <HoursPage
      title={title}
      description={description}
      page={page}
      answer={answer}
      all={(signal) => call(agentsHours, { input: page.all, signal })}
      words={words}
      columns={(totals) => agentColumns(totals ? ratesOf(totals) : [])}
      detail={(row, period, frame) => <AgentDetail row={row} period={period} frame={frame} />}
    />
  );
}

function AgentDetail({ row, period, frame }: { row: HoursRow; period: HoursPeriod; frame: DetailFrame }): ReactElement {
  const asked = useCall(hourDetail, {
    mount: 'agency',
    input: { start: period.start, end: period.end, agent: row.id },
  });
  const { data } = asked;
  return frame(asked, data ? <Breakdown hours={data.hours} services={data.services} /> : null);
}
