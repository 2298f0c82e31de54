import type { ReactElement } from 'react';
import { AgencyReport } from '#core/reports/report.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { reportExtras } from './extras.ts';

/** A report, above any screen. */
export default function ReportSheet(props: SheetProps): ReactElement {
  return <EntityDialog of={AgencyReport} extras={reportExtras} {...props} />;
}
