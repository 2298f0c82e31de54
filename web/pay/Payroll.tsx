// « Paie »: the month of everybody by rubric. Each cell opens where its figure comes from.
import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Skeleton,
  Switch,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { fetchPayrollMonth, type PayrollMonth } from '#core/pay/calls.ts';
import { monthAfter, monthTitle } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatDay, plural } from '#ui/format.ts';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconSearch,
} from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { DetailDrawer } from './DetailDrawer.tsx';
import { PayrollTable } from './PayrollTable.tsx';
import classes from './pay.module.css';

const CloseDialog = lazy(() => import('./CloseDialog.tsx'));
const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export default function Payroll({ title, description }: ScreenProps): ReactElement {
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useCall(fetchPayrollMonth, { input: { month: asked } });
  const [query, setQuery] = useState('');
  const [wrongOnly, setWrongOnly] = useState(false);
  const [opened, setOpened] = useState<{ agent: { id: string; name: string }; rubric: string | null } | null>(null);
  const [dialog, setDialog] = useState<'close' | 'export' | null>(null);
  const month = data?.month ?? asked;
  const isWrong = ({ unsettled, issues }: PayrollMonth['agents'][number]): boolean =>
    unsettled > 0 || issues.length > 0;
  const wrong = data?.agents.filter(isWrong).length ?? 0;
  const shown = data?.agents.filter(
    (agent) =>
      (!wrongOnly || isWrong(agent)) && plain(`${agent.name} ${agent.registrationNumber ?? ''}`).includes(plain(query)),
  );
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <div className={classes.bar} role="toolbar" aria-label="Mois">
        <Step by={-1} label="Mois précédent" month={month} onMonth={setAsked} />
        <Step by={1} label="Mois suivant" month={month} onMonth={setAsked} />
        <span className={classes.title} aria-live="polite">
          {month ? monthTitle(month) : ''}
        </span>
        {data && <State payroll={data} />}
        <span className={classes.spring} />
        <TextInput
          size="xs"
          w="13rem"
          type="search"
          aria-label="Chercher un collaborateur"
          placeholder="Chercher un collaborateur"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={!data}
          onClick={() => setDialog('export')}
        >
          Exporter
        </Button>
        {data && !data.closed && (
          <Tooltip label={data.refusal} disabled={data.refusal === null} multiline maw={280}>
            <Button
              size="xs"
              leftSection={<IconCheck size={14} aria-hidden />}
              data-disabled={data.refusal !== null}
              aria-disabled={data.refusal !== null}
              {...(data.refusal === null ? {} : { 'aria-description': data.refusal })}
              onClick={() => {
                if (data.refusal !== null) return;
                // Once closed it would no longer be the month to look at first.
                setAsked(data.month);
                setDialog('close');
              }}
            >
              Clore le mois
            </Button>
          </Tooltip>
        )}
      </div>
      {data && !data.closed && wrong > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} p="xs">
          <Group gap="md">
            <Text size="sm">
              {plural(wrong, 'collaborateur')} à vérifier
              {data.unsettled > 0 && (
                <>
                  , dont {plural(data.unsettled, 'écart')} d’heures à valider :{' '}
                  <Anchor component={Link} to="/listServiceTimes">
                    les heures planifiées comptent en attendant
                  </Anchor>
                </>
              )}
            </Text>
            <Switch
              size="xs"
              label="Seulement ceux-là"
              checked={wrongOnly}
              onChange={({ currentTarget }) => setWrongOnly(currentTarget.checked)}
            />
          </Group>
        </Alert>
      )}
      {error && !data ? (
        <ReadFailure
          title="La paie n’a pas pu être calculée"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data && shown ? (
        <PayrollTable
          payroll={data}
          shown={shown}
          busy={isFetching}
          onOpen={(agent, rubric) => setOpened({ agent, rubric })}
        />
      ) : (
        <Skeleton height={420} role="status" aria-label="Calcul de la paie" />
      )}
      {opened && month && <DetailDrawer month={month} {...opened} onClose={() => setOpened(null)} />}
      <Suspense>
        {dialog === 'close' && data && <CloseDialog payroll={data} onClose={() => setDialog(null)} />}
        {dialog === 'export' && data && (
          <ExportDialog exported={{ month: data.month, shortcut: 'month' }} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  );
}

function State({ payroll: { closed, start, end } }: { payroll: PayrollMonth }): ReactElement {
  const { zone } = useLocale();
  const days = `du ${formatDay(start)} au ${formatDay(end)}`;
  return closed ? (
    <Badge color="green" variant="light" tt="none">
      Close le {formatDay(wallClock(closed.at, zone).day)}
      {closed.by ? ` par ${closed.by}` : ''}
    </Badge>
  ) : (
    <Text size="sm" c="dimmed">
      {days}
    </Text>
  );
}

interface StepProps {
  by: 1 | -1;
  label: string;
  month: string | null;
  onMonth(month: string): void;
}

function Step({ by, label, month, onMonth }: StepProps): ReactElement {
  const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        disabled={month === null}
        onClick={() => month && onMonth(monthAfter(month, by))}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
