// « Tâches de fond »: queued, running and failed jobs, with errors and restart.
import { Badge, Button, Group, Pagination, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type JobRow, type JobState, jobStates, listJobs, retryJob } from '#core/jobs/jobs.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import { formatMoment, formatNumber, formatRelative } from '#ui/format.ts';
import { IconRefresh } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './Jobs.module.css';

const states = Object.keys(jobStates) as JobState[];
const limit = 25;
/** Refresh interval. */
const again = 5_000;

const nothing: Record<JobState, string> = {
  queued: 'Aucune tâche n’attend.',
  running: 'Aucune tâche n’est en cours.',
  failed: 'Aucune tâche n’est en échec.',
};
const colours: Record<JobState, string> = { queued: 'gray', running: 'blue', failed: 'red' };

export default function Jobs({ title, description }: ScreenProps): ReactElement {
  const [state, setState] = useState<JobState>('failed');
  const [page, setPage] = useState(1);
  const asked = queryOf(listJobs, { input: { state, page, limit } });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...asked,
    refetchInterval: again,
    placeholderData: keepPreviousData,
  });
  const pages = Math.ceil((data?.filtered ?? 0) / limit);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <SegmentedControl
        aria-label="État des tâches"
        value={state}
        onChange={(next) => {
          setState(next as JobState);
          setPage(1);
        }}
        data={states.map((value) => ({
          value,
          label: data ? `${jobStates[value]} (${formatNumber(data.counts[value])})` : jobStates[value],
        }))}
      />
      {error && !data ? (
        <ReadFailure title="Les tâches n’ont pas pu être lues" message={error.message} onRetry={() => void refetch()} />
      ) : !data || isPlaceholderData ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={72} />
          ))}
        </Stack>
      ) : data.jobs.length === 0 ? (
        <Text c="dimmed" py="xl">
          {nothing[state]}
        </Text>
      ) : (
        <ul className={classes.jobs} aria-label={jobStates[state]}>
          {data.jobs.map((job) => (
            <Line key={job.id} job={job} />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Page suivante' : 'Page précédente' })}
        />
      ) : null}
    </div>
  );
}

function when({ state, createdAt, dueAt, startedAt, endedAt }: JobRow): [string, string] {
  if (state === 'failed') return ['En échec', endedAt ?? createdAt];
  if (state === 'running') return ['Commencée', startedAt ?? createdAt];
  return startedAt ? ['Nouvel essai', dueAt] : ['Demandée', createdAt];
}

function Line({ job }: { job: JobRow }): ReactElement {
  const { zone } = useLocale();
  const [busy, setBusy] = useState(false);
  const [label, moment] = when(job);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(retryJob, { params: { id: job.id }, key: actKey() });
      notifySuccess('Tâche relancée');
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: [listJobs.name] });
    }
  };
  return (
    <li className={classes.job}>
      <div className={classes.about}>
        <Group gap="xs">
          <Title order={2} size="h5">
            {job.label}
          </Title>
          <Badge color={colours[job.state]} variant="light" className={classes.badge ?? ''}>
            {jobStates[job.state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" title={formatMoment(moment, zone)}>
          {job.agency?.name ?? 'Plateforme'} · {label} {formatRelative(moment)} · Essai {job.attempts} sur {job.most}
        </Text>
        {job.error ? (
          <Text size="sm" c={job.state === 'failed' ? 'red' : 'dimmed'} className={classes.error ?? ''}>
            {job.error}
          </Text>
        ) : null}
      </div>
      {job.state === 'failed' ? (
        <Button
          variant="default"
          loading={busy}
          aria-label={`Relancer : ${job.label}`}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void retry()}
        >
          Relancer
        </Button>
      ) : null}
    </li>
  );
}
