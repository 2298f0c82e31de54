// The reports of one type (P-030), or of all for a customer (P-031).
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { AgencyReport } from '#core/reports/report.ts';
import { type ReportType, reportTypes } from '#core/reports/types.ts';
import { useSession } from '#ui/client/session.ts';
import { shortMoment } from '#ui/format.ts';
import { IconTemplate } from '#ui/icons.ts';
import { refusedRight } from '#ui/may.ts';
import { notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { Opening } from '../logbook/Opening.tsx';
import { reportExtras } from './extras.ts';

const ReportDialog = lazy(() => import('./ReportDialog.tsx'));
const TemplatesDialog = lazy(() => import('./TemplatesDialog.tsx'));

/** On a phone: where and who before when. */
const card: CardFields = {
  title: 'reference',
  second: ['site', 'agent'],
  last: ({ at }, zone) => shortMoment(String(at), zone),
  whole: true,
};

export default function Reports({
  page,
  title,
  description,
  type = null,
}: ScreenProps & { type?: ReportType | null }): ReactElement {
  const session = useSession();
  const [writing, setWriting] = useState(false);
  const always = useMemo(() => (type ? { discr: [type] } : undefined), [type]);
  // C-023: the right is checked before the dialog opens.
  const write = (): void => {
    const refused = refusedRight(session, ['createInterventionReport']);
    if (refused) notifyWarning(refused);
    else setWriting(true);
  };
  const mayAdd = type !== null && session.scope === 'agency' && session.can(['createInterventionReport']);
  return (
    <>
      <EntityTable
        of={AgencyReport}
        page={page}
        title={title}
        description={description}
        add={mayAdd ? write : false}
        always={always}
        extras={reportExtras}
        card={card}
        {...(type
          ? {
              tools: (
                <Opening label="Modèles" icon={IconTemplate} rights={['editAgencySetting']} wide>
                  {(close) => <TemplatesDialog type={type} onClose={close} />}
                </Opening>
              ),
            }
          : {})}
      />
      <Suspense>
        {writing && type && <ReportDialog type={type} report={null} onClose={() => setWriting(false)} />}
      </Suspense>
    </>
  );
}

/** The screen of an activity type. */
export const reportsOf = (activity: number): ((props: ScreenProps) => ReactElement) => {
  const type = (Object.keys(reportTypes) as ReportType[]).find((one) => reportTypes[one].activity === activity) ?? null;
  return (props) => <Reports {...props} type={type} />;
};
