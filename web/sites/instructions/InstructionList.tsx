// The instructions of a site, newest first; unread ones are marked.
import { Alert, Button, SegmentedControl, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { textOfHtml } from '#core/kernel/html.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatMoment, formatRelative, plural, truncate } from '#ui/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import classes from './instructions.module.css';

type Listed = Pick<Row<typeof SiteInstruction>, 'id' | 'title' | 'content' | 'date' | 'readAt' | 'readerCount'>;

interface InstructionListProps {
  site: string;
  /** Set if the site cannot be read. */
  problem: Error | null;
  onRead(id: string): void;
  onAdd(): void;
}

const states = { 100: 'Actives', 300: 'Archivées' } as const;
type State = keyof typeof states;

/** Far more than a site has: the list has no pages. */
const most = 200;

export function InstructionList({ site, problem, onRead, onAdd }: InstructionListProps): ReactNode {
  const session = useSession();
  const [state, setState] = useState<State>(100);
  const input = { filters: { site: [site], status: [state] }, orderBy: 'date', ascending: false, limit: most };
  const { data, error, isFetching, refetch } = useCall(endpointsOf(SiteInstruction).list, {
    input,
    enabled: problem === null,
  });
  const rows = (data as { siteInstructions: Listed[] } | undefined)?.siteInstructions;
  const failure = problem ?? error;
  const writes = may(session, SiteInstruction, 'create');

  const body = (): ReactNode => {
    if (failure && !isFetching) {
      return (
        <Alert color="red" role="alert" title="Les consignes n'ont pas pu être chargées">
          <Text size="sm">{failure.message}</Text>
          {!problem && (
            <Button mt="sm" variant="default" onClick={() => void refetch()}>
              Réessayer
            </Button>
          )}
        </Alert>
      );
    }
    if (!rows) {
      return (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={86} />
          ))}
        </Stack>
      );
    }
    if (rows.length === 0) return <Text c="dimmed">{emptyText(state, writes)}</Text>;
    return (
      <ul className={classes.list}>
        {rows.map((row) => (
          <Item key={row.id} row={row} onRead={() => onRead(row.id)} />
        ))}
      </ul>
    );
  };

  return (
    <>
      <div className={classes.tools}>
        {/* Archived instructions are for the agency only. */}
        {session.scope === 'agency' && (
          <SegmentedControl
            size="xs"
            aria-label="Consignes affichées"
            value={String(state)}
            onChange={(value) => setState(Number(value) as State)}
            data={Object.entries(states).map(([value, label]) => ({ value, label }))}
          />
        )}
        {writes && (
          <Button className={classes.end} leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            Ajouter une consigne
          </Button>
        )}
      </div>
      {body()}
    </>
  );
}

function emptyText(state: State, writes: boolean): string {
  if (state === 300) return 'Aucune consigne archivée pour ce site.';
  return writes
    ? 'Aucune consigne pour ce site. Ajoutez ce que doivent savoir les personnes qui y interviennent : accès, rondes, numéros à appeler.'
    : 'Aucune consigne pour ce site.';
}

function Item({ row, onRead }: { row: Listed; onRead(): void }): ReactNode {
  const { zone } = useLocale();
  const unread = row.readAt === null;
  const words = truncate(textOfHtml(row.content ?? ''));
  return (
    <li>
      <UnstyledButton className={classes.item} data-unread={unread || undefined} onClick={onRead}>
        <span className={classes.itemTitle}>{row.title}</span>
        {unread && <span className={classes.unread}>Non lue</span>}
        <time className={classes.date} dateTime={row.date} title={formatRelative(row.date)}>
          {formatMoment(row.date, zone)}
        </time>
        {words !== '' && <span className={classes.words}>{words}</span>}
        {row.readerCount !== null && <span className={classes.readers}>{plural(row.readerCount, 'lecteur')}</span>}
      </UnstyledButton>
    </li>
  );
}
