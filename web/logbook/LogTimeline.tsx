// The entries of a service or a site, the newest first (P-024, I-021, B-069).
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, type ReactNode, useState } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { messages } from '#core/kernel/problem.ts';
import { printLogbook, saveSitesEventTypes, verdicts, verifyLogbook } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import type { Right } from '#core/rights.ts';
import { useAct } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { IconPrinter, IconSettings } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyInfo, notifyProblem, notifyWarning } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { receiptOf } from '../planning/lifecycle/receipt.ts';
import { StateBadge } from './EventSummary.tsx';
import classes from './logbook.module.css';
import { NewEntry } from './NewEntry.tsx';
import { Opening } from './Opening.tsx';
import type { LogRow } from './said.ts';

const PrintDialog = lazy(() => import('./PrintDialog.tsx'));
const TypesDialog = lazy(() => import('./TypesDialog.tsx'));

const step = 50;

interface Props {
  title: string;
  filters: Record<string, unknown>;
  initial: Record<string, unknown>;
  /** Beside « Nouvelle entrée ». */
  tools?: ReactNode;
}

function Timeline({ title, filters, initial, tools }: Props): ReactElement {
  const [limit, setLimit] = useState(step);
  const input = { filters, page: 1, limit, orderBy: 'createdAt', ascending: false };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(endpointsOf(LogEvent).list, { input }),
    placeholderData: keepPreviousData,
  });
  const { data: rows, filtered } = (data ?? { filtered: 0 }) as { data?: LogRow[]; filtered: number };
  return (
    <div className={classes.part}>
      <div className={classes.about}>
        <Title order={3} size="md" flex={1}>
          {title}
        </Title>
        {tools}
        <NewEntry initial={initial} />
      </div>
      {error && !rows ? (
        <ReadFailure
          title="La main courante n’a pas pu être chargée"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !rows ? (
        <Stack gap="xs" role="status" aria-label="Chargement de la main courante" aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={44} />
          ))}
        </Stack>
      ) : rows.length === 0 ? (
        <Text c="dimmed">Rien n’est consigné encore.</Text>
      ) : (
        <Entries of={rows} title={title} />
      )}
      {rows && filtered > rows.length && (
        <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + step)}>
          Voir plus ({plural(filtered - rows.length, 'autre')})
        </Button>
      )}
    </div>
  );
}

function Entries({ of, title }: { of: readonly LogRow[]; title: string }): ReactElement {
  const { zone } = useLocale();
  return (
    <ol className={classes.entries} aria-label={title}>
      {of.map(({ id, label, createdAt, receivedAt, description, author, type, state, photoCount }) => (
        <li key={id} className={classes.entry} data-category={type.typeKey} data-state={state}>
          <div className={classes.about}>
            <strong>
              <RecordLink entity="event" id={id}>
                {label}
              </RecordLink>
            </strong>
            <Text span size="sm" c="dimmed">
              <time dateTime={createdAt}>{formatMoment(createdAt, zone)}</time>
              {[receiptOf({ createdAt, receivedAt }, zone), author, photoCount > 0 && plural(photoCount, 'photo')]
                .filter(Boolean)
                .map((words) => ` · ${words}`)
                .join('')}
            </Text>
            {state !== 'RECORDED' && <StateBadge state={state} />}
          </div>
          <Text className={classes.text ?? ''} {...(description ? {} : { c: 'dimmed' })}>
            {description ?? messages.noDescription}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function Verify({ site }: { site: string }): ReactElement | null {
  const { scope, can } = useSession();
  const { run, busy } = useAct(async () => {
    try {
      const { verdict, entries, alteredAt } = await call(verifyLogbook, { params: { id: site } });
      const said = `${verdicts[verdict]} : ${plural(entries, 'écriture vérifiée', 'écritures vérifiées')}`;
      if (verdict === 'altered') notifyWarning(`${said}, la première altérée est la n° ${alteredAt}`);
      else notifyInfo(said);
    } catch (error) {
      notifyProblem(error);
    }
  });
  if (scope === 'agent' || !can(verifyLogbook.mounts.agency as readonly Right[])) return null;
  return (
    <Button variant="default" loading={busy} onClick={() => run()}>
      Vérifier
    </Button>
  );
}

const referenceOf = ({ id, name }: { id: string; name?: unknown }): Reference => ({ id, name: String(name ?? '') });

function SiteTools({ row }: Pick<PartProps, 'row'>): ReactNode {
  const site = { id: row.id, name: String(row.name ?? '') };
  const { useAgencyServiceEventTypes: follows } = row.siteSettingsFeature as { useAgencyServiceEventTypes: boolean };
  return (
    <>
      <Verify site={row.id} />
      <Opening label="Imprimer" icon={IconPrinter} rights={printLogbook.mounts.agency as readonly Right[]} forCustomers>
        {(close) => <PrintDialog site={site} onClose={close} />}
      </Opening>
      <Opening label="Types" icon={IconSettings} rights={saveSitesEventTypes.mounts.agency as readonly Right[]}>
        {(close) => <TypesDialog site={{ ...site, follows }} onClose={close} />}
      </Opening>
    </>
  );
}

export const SiteTimeline = ({ row }: PartProps): ReactElement => (
  <Timeline
    title="Mains courantes du site"
    filters={{ site: [row.id] }}
    initial={{ site: referenceOf(row) }}
    tools={<SiteTools row={row} />}
  />
);

export const ServiceTimeline = ({ row }: PartProps): ReactElement => (
  <Timeline
    title={`Main courante du service ${String(row.reference ?? '')}`}
    filters={{ service: [row.id] }}
    initial={{ site: row.site, service: { id: row.id, name: row.reference } }}
  />
);
