// « Conservation »: retention rules with their reasons and bounds, and the result of the last night.
import { Badge, Button, Group, NumberInput, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  listRetentionRules,
  periodText,
  type RetentionRule,
  retentionFates,
  retentionUnits,
  saveRetentionRule,
} from '#core/privacy/retention.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { formatMoment, formatNumber, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './privacy.module.css';

export default function Retention({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const { data, error, refetch } = useCall(listRetentionRules);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure title="Les durées n’ont pas pu être lues" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={72} />
          ))}
        </Stack>
      ) : (
        <>
          <ul className={classes.rows} aria-label="Règles">
            {data.rules.map((rule) => (
              <Rule key={rule.key} rule={rule} />
            ))}
          </ul>
          <section aria-label="Dernières purges">
            <Title order={2} size="h4" mb="xs">
              Dernières purges
            </Title>
            {data.runs.length === 0 ? (
              <Text c="dimmed">Aucune purge n’a encore eu lieu : elle se fait chaque nuit vers 3 h 15.</Text>
            ) : (
              <ul className={classes.rows}>
                {data.runs.map((run) => (
                  <li key={run.id} className={classes.row}>
                    <Text>{run.label}</Text>
                    <Text size="sm" c="dimmed">
                      {formatMoment(run.at, zone)} · {plural(run.count, 'élément')} d’avant le{' '}
                      {formatMoment(run.before, zone)}
                    </Text>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </div>
  );
}

const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listRetentionRules.name] });

function Rule({ rule }: { rule: RetentionRule }): ReactElement {
  const { zone } = useLocale();
  // Keep the typed value if another person changes the rule.
  const [typed, setTyped] = useState<string | number | null>(null);
  const period = typed ?? rule.period;
  const [busy, setBusy] = useState(false);
  const isWithin = typeof period === 'number' && period >= rule.shortest && period <= rule.longest;
  const bounds = `De ${periodText(rule.shortest, rule.unit)} à ${periodText(rule.longest, rule.unit)}`;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(saveRetentionRule, {
        params: { key: rule.key },
        input: { period, version: rule.version },
        key: actKey(),
      });
      notifySuccess('Durée enregistrée');
      await reread();
      setTyped(null);
    } catch (error) {
      notifyProblem(error);
      await reread();
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={550}>{rule.label}</Text>
          <Badge variant="light" color="gray" tt="none">
            {retentionFates[rule.fate]}
          </Badge>
          {rule.module ? (
            <Badge variant="light" tt="none">
              Avec le module {rule.module}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm">
          {periodText(rule.period, rule.unit)} après {rule.countedFrom}
        </Text>
        <Text size="sm" c="dimmed">
          {rule.legalBasis} — {rule.source}
        </Text>
        {rule.lastRun ? (
          <Text size="xs" c="dimmed">
            Dernier passage le {formatMoment(rule.lastRun.at, zone)} : {formatNumber(rule.lastRun.count)}
          </Text>
        ) : null}
      </div>
      <form
        className={classes.period}
        onSubmit={(event) => {
          event.preventDefault();
          if (isWithin) void save();
        }}
      >
        <NumberInput
          aria-label={`Durée : ${rule.label}`}
          value={period}
          onChange={setTyped}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          disabled={rule.shortest === rule.longest}
          error={isWithin ? undefined : bounds}
          title={bounds}
        />
        <Text size="sm">{retentionUnits[rule.unit][1]}</Text>
        {period !== rule.period ? (
          <Button type="submit" size="compact-sm" loading={busy} disabled={!isWithin}>
            Enregistrer
          </Button>
        ) : null}
      </form>
    </li>
  );
}
