// « Heures par site »: hours wanted and hours worked at each site. A customer sees the hours wanted at his own sites;
// only the agency sees who works there and how long.
import { Button, Stack } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type SiteHoursOrder, type SiteHoursRow, siteHourDetail, sitesHours } from '#core/planning/hours-calls.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconFileText } from '#ui/icons.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { SlotBars } from './Breakdown.tsx';
import { siteColumns } from './columns.ts';
import { type DetailFrame, HoursPage } from './HoursPage.tsx';
import { LinesTable } from './LinesTable.tsx';
import type { HoursPeriod } from './period.ts';
import { useHoursPage } from './useHoursPage.ts';

const StatementDialog = lazy(() => import('../pay/StatementDialog.tsx'));

const words = {
  row: 'Site',
  search: 'Chercher un site',
  none: 'Vos sites en service apparaîtront ici.',
  notFound: 'Aucun site ne porte ce nom.',
};
const ofCustomer = { label: 'Client', text: ({ customer }: SiteHoursRow): string | null => customer };

export default function SitesHours({ title, description }: ScreenProps): ReactElement {
  const isAgency = useSession().scope === 'agency';
  const page = useHoursPage<SiteHoursOrder>();
  const answer = useCall(sitesHours, { input: page.input });
  return (
    <HoursPage
      title={title}
      description={description}
      page={page}
      answer={answer}
      all={(signal) => call(sitesHours, { input: page.all, signal })}
      words={words}
      columns={() => siteColumns(isAgency)}
      {...(isAgency ? { under: ofCustomer, tools: (period) => <Statement period={period} /> } : {})}
      detail={(row, period, frame) => <SiteDetail row={row} period={period} frame={frame} isAgency={isAgency} />}
    />
  );
}

/** AC-019: by hand, customer by customer. */
function Statement({ period }: { period: { start: string; end: string; title: string } }): ReactElement {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileText size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Décompte client
      </Button>
      <Suspense>{opened && <StatementDialog period={period} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

interface DetailProps {
  row: SiteHoursRow;
  period: HoursPeriod;
  frame: DetailFrame;
  isAgency: boolean;
}

function SiteDetail({ row, period, frame, isAgency }: DetailProps): ReactElement {
  const asked = useCall(siteHourDetail, { input: { start: period.start, end: period.end, site: row.id } });
  const { data } = asked;
  return frame(
    asked,
    data ? (
      <Stack gap="lg">
        <SlotBars slots={row.slots} />
        <LinesTable
          lines={data.services.map((line) => ({ ...line, place: line.agents.join(', ') }))}
          placeLabel={isAgency ? 'Collaborateurs' : null}
          empty="Aucun service sur ce site dans cette période."
        />
      </Stack>
    ) : null,
  );
}
