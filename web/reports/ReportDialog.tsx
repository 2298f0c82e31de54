// Writes a report: of a service that is chosen first, or one that exists.
import { Modal } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { fetchReportForm, saveReport } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { fieldsOf, sectionsOf, type TemplateSection } from '#core/reports/template.ts';
import { type ReportType, reportLabels } from '#core/reports/types.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import classes from '#ui/EntityDialog/EntityDialog.module.css';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import type { Values } from '#ui/EntityDialog/values.ts';
import { useOwnEscape } from '#ui/files/above.ts';
import type { AnyRow } from '#ui/moves.ts';
import { Answer } from '../summary/parts.tsx';
import { inputOf, namedAlone, type ReportRow, unsignedBy, valuesOf } from './answers.ts';
import { reportForm, serviceForm } from './forms.ts';
import { SignatureInput } from './SignatureInput.tsx';

interface Props {
  type: ReportType;
  /** Null: a new one. */
  report: ReportRow | null;
  /** Known already: the sheet of a service. */
  service?: string | undefined;
  onClose(): void;
}

export default function ReportDialog({ type, report, service: given, onClose }: Props): ReactNode {
  const [service, setService] = useState<string | null>(report?.service?.id ?? given ?? null);
  const mayLeave = useRef(() => Promise.resolve(true));
  const { content, ...size } = useDialogSize();
  const close = async (): Promise<void> => {
    if (await mayLeave.current()) onClose();
  };
  useOwnEscape(() => void close(), true);
  const parts = { mayLeave, onClose, onCancel: () => void close() };
  return (
    <Modal
      opened
      onClose={() => void close()}
      {...size}
      closeOnEscape={false}
      closeOnClickOutside={false}
      classNames={{ content, header: classes.header, body: classes.body, title: classes.title }}
      title={report ? `${reportLabels[type]} ${report.reference}` : reportLabels[type]}
    >
      {service === null ? (
        <Choose type={type} onChosen={setService} {...parts} />
      ) : report ? (
        <Write service={service} report={report} sections={sectionsOf(report.answers)} {...parts} />
      ) : (
        <Begin service={service} {...parts} />
      )}
    </Modal>
  );
}

type FormProps = Pick<Parameters<typeof RecordForm>[0], 'mayLeave' | 'onClose' | 'onCancel'>;

function Choose({ type, onChosen, ...parts }: FormProps & { type: ReportType; onChosen(id: string): void }): ReactNode {
  const of = useMemo(() => serviceForm(type), [type]);
  const extras = useMemo(
    (): DialogExtras => ({
      async send(draft) {
        onChosen((draft.service as { id: string }).id);
        return null;
      },
    }),
    [onChosen],
  );
  return <RecordForm of={of} page={`report.${type}.service`} row={null} initial={{}} extras={extras} {...parts} />;
}

function Begin({ service, ...parts }: FormProps & { service: string }): ReactNode {
  const asked = useCall(fetchReportForm, { params: { id: service } });
  return (
    <Answer of={asked}>
      {({ template }) => <Write service={service} report={null} sections={template.sections} {...parts} />}
    </Answer>
  );
}

interface WriteProps extends FormProps {
  service: string;
  report: ReportRow | null;
  sections: readonly TemplateSection[];
}

/** The report as somebody else saved it meanwhile; null: it is still the one that the form started from. */
async function savedMeanwhile(error: unknown, { id, version }: Values): Promise<ReportRow | null> {
  if (!(error instanceof Problem && error.kind === 'conflict' && id)) return null;
  const read = call(endpointsOf(AgencyReport).read, { params: { id: String(id) } });
  const current = await read.then(
    (answer) => (answer as { agencyReport: ReportRow }).agencyReport,
    () => null,
  );
  return current && current.version !== version ? current : null;
}

/** As a record of the form: an edit sends what changed, with the version that it was typed over. */
const rowFor = (report: ReportRow): AnyRow => ({ ...valuesOf(report), id: report.id, version: report.version });

function Write({ service, report, sections, ...parts }: WriteProps): ReactNode {
  // Chosen once: a retry sends the same report.
  const [uuid] = useState(actKey);
  const latest = useRef(report);
  if (report && latest.current && report.version > latest.current.version) latest.current = report;
  const row = useMemo(() => report && rowFor(report), [report]);
  const of = useMemo((): Entity => reportForm(sections), [sections]);
  const extras = useMemo((): DialogExtras => {
    const fields = fieldsOf(sections);
    const drawn = fields.filter(({ kind }) => kind === 'signature').map(({ key }) => `answers.${key}`);
    return {
      inputs: Object.fromEntries(
        ['agentSignature', 'customerSignature', ...drawn].map((path) => [path, SignatureInput]),
      ),
      async send(draft, _row, key) {
        const violations = namedAlone(draft);
        if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
        const lost = latest.current ? unsignedBy(draft, latest.current) : [];
        const sure =
          lost.length === 0 ||
          (await confirm({
            title: 'Les signatures seront retirées',
            message: `Ce rapport a été signé par ${lost.join(' et ')}. Son contenu change : il devra être signé à nouveau.`,
            confirmLabel: 'Enregistrer sans signature',
          }));
        if (!sure) return null;
        const { id, version } = draft as Partial<Pick<ReportRow, 'id' | 'version'>>;
        const input = {
          ...(id ? { id, version } : { uuid }),
          service: { id: service },
          ...inputOf(draft, fields, latest.current),
        };
        try {
          const { agencyReport } = await call(saveReport, { input, key });
          void invalidateEntity(AgencyReport);
          return agencyReport as unknown as AnyRow;
        } catch (error) {
          const current = await savedMeanwhile(error, draft);
          if (!current) throw error;
          latest.current = current;
          throw new Problem('conflict', messages.conflict, { current: rowFor(current) });
        }
      },
    };
  }, [sections, service, uuid]);
  return (
    <RecordForm
      of={of}
      page={`report.${report?.id ?? service}`}
      row={row}
      initial={{ submit: false }}
      extras={extras}
      moves={false}
      {...parts}
    />
  );
}
