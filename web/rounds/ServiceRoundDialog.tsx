// « Ronde du service », read-only (2 §2; O-031): checkpoints in order, frequency, what was done, and the report.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { checkpointTypes } from '#core/rounds/checkpoint.ts';
import { directions } from '#core/rounds/expected.ts';
import { downloadServiceRound, readServiceRound, type ServiceRound } from '#core/rounds/service-round.ts';
import { useAct } from '#ui/client/act.ts';
import { useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { formatMoment } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Executions } from './Executions.tsx';
import classes from './ServiceRound.module.css';

export default function ServiceRoundDialog({ id, onClose }: { id: string; onClose(): void }): ReactElement {
  const { data, error, isFetching, refetch } = useCall(readServiceRound, { params: { id } });
  const fullScreen = useMaximised();
  return (
    <DialogAbove
      opened
      onClose={onClose}
      size="lg"
      fullScreen={fullScreen}
      title={data ? `Ronde du service : ${data.serviceRound.round.name}` : 'Ronde du service'}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      {data ? (
        <Content id={id} found={data.serviceRound} />
      ) : error ? (
        <ReadFailure
          title="La ronde n’a pas pu être lue"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={280} role="status" aria-label="Lecture de la ronde" />
      )}
    </DialogAbove>
  );
}

function Content({ id, found }: { id: string; found: ServiceRound }): ReactElement {
  const { zone } = useLocale();
  const { round, service, site, numberOfExecutions, remaining } = found;
  const report = useAct(async () => {
    await saveDocument({ endpoint: downloadServiceRound, params: { id } }, `Ronde ${service.reference}.pdf`);
  });
  const facts: [string, string][] = [
    ['Site', site.name],
    ['Service', `${service.reference}, ${formatMoment(service.startAt, zone)} – ${formatMoment(service.endAt, zone)}`],
    ['Sens autorisés', round.grantedDirections.map((one) => directions[one]).join(', ')],
    ['Durée prévue', round.expectedDuration === null ? '—' : inHours(round.expectedDuration)],
    ['Passages', `${numberOfExecutions} prévu${numberOfExecutions > 1 ? 's' : ''}, ${remaining} à faire`],
    ...(round.instructions ? [['Consignes', round.instructions] as [string, string]] : []),
  ];
  return (
    <Stack>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label="Points de contrôle prévus">
        <h3 className={classes.title}>Points de contrôle prévus</h3>
        {round.checkpoints.length === 0 ? (
          <Text size="sm" c="dimmed">
            Cette ronde ne passe par aucun point de contrôle.
          </Text>
        ) : (
          <ol className={classes.points}>
            {round.checkpoints.map(({ id: point, title, type, color, instructions }) => (
              <li key={point}>
                <span className={classes.dot} style={{ background: color }} aria-hidden />
                <span>
                  {title} <span className={classes.quiet}>{checkpointTypes[type]}</span>
                  {instructions && <span className={classes.instructions}>{instructions}</span>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
      <Executions found={found} />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={report.busy}
          onClick={report.run}
        >
          Rapport (PDF)
        </Button>
      </Group>
    </Stack>
  );
}
