// The sheet of a report: what it states, its photos and signatures, and what may be done with it.
import { Button, Text } from '@mantine/core';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { Reference, StoredFile } from '#core/kernel/field.ts';
import { wordsOfAnswer } from '#core/reports/answers.ts';
import { printReport, refuseReport, reviseReport } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import {
  approvedReport,
  draftReport,
  refusedReport,
  sentReport,
  submittedReport,
  writableStates,
} from '#core/reports/states.ts';
import { allSigners, reportLabels, signers } from '#core/reports/types.ts';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { Photos } from '#ui/files/Photos.tsx';
import { formatMoment, formatMoney } from '#ui/format.ts';
import { IconPencil } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useMove } from '#ui/moves.ts';
import { Block, Facts, Linked, Summary, type Wrong } from '../summary/parts.tsx';
import type { ReportRow } from './answers.ts';
import classes from './reports.module.css';

const ReportDialog = lazy(() => import('./ReportDialog.tsx'));
const ReasonDialog = lazy(() => import('./ReasonDialog.tsx'));

const linked = (entity: string, to: Reference | null): ReactNode =>
  to && (
    <Linked entity={entity} id={to.id}>
      {to.name}
    </Linked>
  );

export default function ReportSummary({ row }: SummaryProps): ReactElement {
  const report = row as unknown as ReportRow;
  const { zone, currency } = useLocale();
  const { scope, can } = useSession();
  const move = useMove(AgencyReport);
  const [open, setOpen] = useState<'write' | 'refuse' | 'revise' | null>(null);
  const { status, discr, reference } = report;
  const mayEdit = scope === 'agency' && can(['editInterventionReport']);
  const moment = (at: string | null): string | null => at && formatMoment(at, zone);
  const waits: Wrong = {
    ...{ what: 'Ce rapport attend votre validation', remedy: 'Le client ne le voit pas encore.', tone: 'orange' },
    act: mayEdit ? { label: 'Valider', run: () => void move(row, 'approve') } : null,
  };
  const wrongs: Wrong[] = [
    ...(status === submittedReport && scope === 'agency' ? [waits] : []),
    ...(status === refusedReport ? [{ what: 'Refusé', remedy: report.refusal ?? undefined }] : []),
    ...(status === draftReport && scope === 'agency'
      ? [{ what: 'Brouillon : il n’est pas encore remis', tone: 'orange' } as const]
      : []),
  ];
  const sections = Map.groupBy(report.answers, ({ section }) => section);
  return (
    <>
      <Summary wrongs={wrongs}>
        <Block title={`${reportLabels[discr]} ${reference}`}>
          <Facts
            facts={[
              ['Date', moment(report.at)],
              ['Site', linked('site', report.site)],
              ['Service', linked('service', report.service)],
              ['Collaborateur', linked('agent', report.agent)],
              ['Version', report.edition > 1 && `${report.edition} : ${report.reason ?? ''}`],
              ['Remplace', linked(AgencyReport.name, report.replaces)],
              ['Remis le', moment(report.submittedAt)],
              ['Validé le', [moment(report.decidedAt), report.decidedBy].filter(Boolean).join(', ')],
              ['Envoyé le', moment(report.sentAt)],
              [
                'Prix (HT)',
                report.price !== null && formatMoney(report.price, currency, AgencyReport.fields.price.decimals),
              ],
            ]}
          />
          <div className={classes.acts}>
            <PdfButton print={printReport} id={row.id} name={reference} />
            {mayEdit && writableStates.includes(status) && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setOpen('write')}
              >
                Compléter
              </Button>
            )}
            {mayEdit && status === submittedReport && (
              <Button size="compact-sm" variant="default" onClick={() => setOpen('refuse')}>
                Refuser
              </Button>
            )}
            {mayEdit && (status === approvedReport || status === sentReport) && (
              <Button size="compact-sm" variant="default" onClick={() => setOpen('revise')}>
                Corriger
              </Button>
            )}
          </div>
        </Block>
        {[...sections].map(([title, answers]) => (
          <Block key={title} title={title}>
            <Facts
              facts={answers
                .filter(({ kind }) => kind !== 'photos')
                .map(({ label, kind, value }) => [
                  label,
                  <span key={label} className={classes.text}>
                    {wordsOfAnswer(kind, value, (at) => formatMoment(at, zone)) || '—'}
                  </span>,
                ])}
            />
            {answers.map(({ id, label, files }) => (
              <section key={id} aria-label={label}>
                <Photos files={files as StoredFile[]} />
              </section>
            ))}
          </Block>
        ))}
        <Block title="Signatures">
          {allSigners.map((signer) => {
            const picture = report[`${signer}Signature`];
            return (
              <div key={signer}>
                <Text size="sm" c="dimmed">
                  {signers[signer]} :{' '}
                  {picture
                    ? [report[`${signer}Signer`], moment(report[`${signer}SignedAt`])].filter(Boolean).join(', ')
                    : 'non signé'}
                </Text>
                <Photos files={picture ? [picture] : []} />
              </div>
            );
          })}
        </Block>
      </Summary>
      <Suspense>
        {open === 'write' && <ReportDialog type={discr} report={report} onClose={() => setOpen(null)} />}
        {open === 'refuse' && (
          <ReasonDialog
            title="Refuser le rapport"
            endpoint={refuseReport}
            id={row.id}
            done="Rapport refusé : son auteur est prévenu"
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'revise' && (
          <ReasonDialog
            title="Corriger le rapport par une nouvelle version"
            endpoint={reviseReport}
            id={row.id}
            done="Nouvelle version en brouillon : complétez-la, puis remettez-la"
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}
