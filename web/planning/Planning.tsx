// The planning: services in a grid by agent or by site, in four views, checked during a drag.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { Service } from '#core/planning/service.ts';
import { useSession } from '#ui/client/session.ts';
import { addDays, instantAt, today as todayIn } from '#ui/clock.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import { notifyWarning } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { TimeGrid } from '#ui/TimeGrid/TimeGrid.tsx';
import type { GridChip, GridDrag, GridPoint, GridTarget } from '#ui/TimeGrid/types.ts';
import { undoLast } from './acts.ts';
import { breachesOf, chipDetails } from './ChipDetails.tsx';
import { ChipMenu } from './ChipMenu.tsx';
import { clock, type Rows } from './chips.ts';
import { useDrags } from './drags.ts';
import { agentTotals, contentOf, type Filter, GridMemory, noFilter } from './gridRows.ts';
import type { Planning as PlanningModel } from './model.ts';
import classes from './Planning.module.css';
import { PlanningBar } from './PlanningBar.tsx';
import { comingDay, type Period, periodOf, shapeOf, titleOf, usualHours } from './periods.ts';
import { knownBreaches, publishAsked } from './publishAsked.ts';
import { ServiceHosts } from './ServiceHosts.tsx';
import { useServiceExtras } from './serviceExtras.tsx';
import { type PlanningSettings, recalledSettings, rememberSettings } from './settings.ts';
import { useSiteMargins } from './siteMargins.ts';
import { useUndoKeys } from './undoKeys.ts';
import { usePlanning } from './usePlanning.ts';

interface Props extends ScreenProps {
  /** Rows at first, until the user chooses. */
  first?: Rows;
  /** The rows are fixed by the page. */
  fixed?: boolean;
}

const noMinutes: ReadonlyMap<string, number> = new Map();

/** The open dialog: a service, or a new one with initial values. */
type Opened = { id: string; tab?: string } | { initial: Record<string, unknown> };

export default function Planning({
  page,
  title,
  description,
  add,
  first = 'agents',
  fixed = false,
}: Props): ReactElement {
  const session = useSession();
  const { zone } = useLocale();
  const whole = session.scope === 'agency';
  const mayAgents = whole && session.can(['readAgentPlanning']);
  const maySites = !whole || session.can(['readSitePlanning']);
  const usual: Rows = first === 'agents' ? (mayAgents ? 'agents' : 'sites') : maySites ? 'sites' : 'agents';
  const [kept, setKept] = useState<PlanningSettings>(() => recalledSettings(usual));
  const by: Rows = fixed || !mayAgents || !maySites ? usual : kept.by;
  const now = todayIn(zone);
  const [day, setDay] = useState(now);
  const [filter, setFilter] = useState<Filter>({ ...noFilter, busyOnly: kept.busyOnly });
  const period: Period = useMemo(() => periodOf(kept.view, day), [kept.view, day]);
  // The day view shows eight hours of the next day.
  const asked = useMemo(
    () => (kept.view === 4 ? { start: period.start, end: addDays(period.start, 1) } : period),
    [kept.view, period],
  );
  const { planning, faults, findings, saving, failure, loading, retry } = usePlanning(asked, whole);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  const [menu, setMenu] = useState<{ target: GridTarget; at: GridPoint } | null>(null);
  const extras = useServiceExtras(opened);

  const margins = useSiteMargins(
    period,
    by === 'sites' && whole && session.can(['listMargins']) ? (planning?.data.services ?? null) : null,
  );
  const memory = useRef(new GridMemory());
  const content = useMemo(
    () => planning && contentOf(planning, faults, by, filter, kept.view, saving, memory.current, findings, margins),
    [planning, faults, findings, margins, by, filter, kept.view, saving],
  );
  const unpublished = content?.toPublish ?? 0;
  const calendar = planning?.calendar;
  // The same columns as long as the period stays: others would redraw every row.
  const shape = useMemo(
    () => (calendar ? shapeOf(kept.view, period, calendar, now) : null),
    [calendar, kept.view, period, now],
  );
  const mayEdit = whole && may(session, Service, 'edit');
  // For the dialog of a publication.
  useEffect(() => {
    knownBreaches.set(planning && { of: (id, agent) => breachesOf(planning, faults, id, agent) });
    return () => knownBreaches.set(null);
  }, [planning, faults]);
  const drags = useDrags(planning, by);
  useUndoKeys(mayEdit);
  const [dragged, setDragged] = useState<ReadonlyMap<string, number>>(noMinutes);
  // Only the rows that the drag changes get new totals.
  const rows = useMemo(
    () =>
      !planning || !content || dragged.size === 0
        ? content?.rows
        : content.rows.map((row) => {
            const more = dragged.get(row.id);
            return more
              ? { ...row, totals: agentTotals(planning, row.id, kept.view === 4, findings.get(row.id), more) }
              : row;
          }),
    [planning, content, findings, dragged, kept.view],
  );

  const open = (id: string, tab?: string): void => setOpened({ id, ...(tab ? { tab } : {}) });
  const create = (row: string | null, start?: number, end?: number): void => {
    if (!add) return;
    const at = (minute: number): string => new Date(minute * 60_000).toISOString();
    const cell = start !== undefined && end !== undefined && shape?.mode === 'hours';
    const on =
      start === undefined || !planning
        ? comingDay(day, zone, new Date())
        : (planning.calendar.days[planning.calendar.dayOf(start)] as string);
    const name = (id: string): { id: string; name: string } => ({
      id,
      name: (by === 'agents' ? planning?.names.agents : planning?.names.sites)?.get(id) ?? '',
    });
    setOpened({
      initial: {
        startAt: cell ? at(start) : instantAt(on, usualHours.start, zone),
        endAt: cell ? at(Math.max(end, start + 60)) : instantAt(on, usualHours.end, zone),
        ...(row === null ? {} : by === 'agents' ? { agents: [name(row)] } : { site: name(row) }),
      },
    });
  };

  // Header and toolbar are rendered again only when they change, not with every service.
  const latest = useRef({ planning, create });
  latest.current = { planning, create };
  const header = useMemo(
    () => (
      <PageHeader
        title={title}
        description={description}
        action={
          <Group gap="xs">
            {mayEdit && unpublished > 0 && (
              <Button variant="default" onClick={() => publishAsked.set({ period })}>
                Publier ({unpublished})
              </Button>
            )}
            {add && <Button onClick={() => latest.current.create(null)}>Nouveau service</Button>}
          </Group>
        }
      />
    ),
    [title, description, mayEdit, unpublished, period, add],
  );
  const { faulty = null, unfilled = null, unpublished: changed = null } = content ?? {};
  const isLoaded = planning !== null;
  const colours = planning?.data.colours ?? null;
  const mayChoose = !fixed && mayAgents && maySites;
  const bar = useMemo(() => {
    const change = (more: Partial<PlanningSettings>): void => {
      const next = { ...kept, ...more };
      setKept(next);
      rememberSettings(next);
    };
    return (
      <PlanningBar
        view={kept.view}
        onView={(view) => change({ view })}
        by={by}
        onBy={mayChoose ? (rows) => change({ by: rows }) : null}
        title={titleOf(kept.view, period, calendar)}
        day={day}
        today={now}
        onDay={setDay}
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          if (next.busyOnly !== kept.busyOnly) change({ busyOnly: next.busyOnly });
        }}
        faulty={faulty}
        unfilled={unfilled}
        unpublished={changed}
        period={period}
        planning={isLoaded ? () => latest.current.planning as PlanningModel : null}
        checked={whole}
        colours={colours}
      />
    );
  }, [kept, by, mayChoose, period, day, now, filter, isLoaded, whole, faulty, unfilled, changed, colours, calendar]);

  return (
    <div className={classes.page}>
      {header}
      {bar}
      {failure !== null ? (
        <ReadFailure title="Le planning n’a pas pu être chargé" message={failure} onRetry={retry} />
      ) : !planning || !content || !shape ? (
        <Skeleton height={420} aria-label="Chargement du planning" role="status" />
      ) : (
        <TimeGrid
          label={`Planning ${by === 'agents' ? 'des collaborateurs' : 'des sites'}, ${titleOf(kept.view, period)}`}
          rowLabel={by === 'agents' ? 'Collaborateur' : 'Site'}
          noun={{ one: 'service', many: 'services' }}
          rows={rows ?? content.rows}
          {...(by === 'agents'
            ? {
                unfilled: {
                  title: 'À pourvoir',
                  ...(content.unfilled > 0
                    ? { totals: [{ label: 'postes', value: String(content.unfilled), tone: 'negative' as const }] }
                    : {}),
                },
              }
            : {})}
          chips={content.chips}
          ranges={content.ranges}
          columns={shape.columns}
          layout={shape.layout}
          mode={shape.mode}
          readOnly={!mayEdit}
          busy={loading}
          selection={selection}
          onSelect={setSelection}
          onOpen={(chip) => open(drags.serviceOf(chip))}
          onUndo={() => void undoLast()}
          onMenu={(target, at) => setMenu({ target, at })}
          hover={(chip) => chipDetails(chip, planning, faults)}
          timeOf={(minute) => clock(planning.calendar, minute)}
          empty={
            <Stack align="center" p="xl" gap="xs">
              <Text fw={600}>Aucune ligne à afficher</Text>
              <Text size="sm" c="dimmed">
                {filter.query || filter.only !== 'all' || filter.busyOnly
                  ? 'Aucune ligne ne correspond à vos filtres.'
                  : by === 'agents'
                    ? 'Vos collaborateurs planifiables apparaîtront ici.'
                    : 'Vos sites en service apparaîtront ici.'}
              </Text>
            </Stack>
          }
          {...(mayEdit
            ? {
                onDrop: drags.drop,
                onResize: drags.resize,
                onRemove: drags.askRemove,
                onLocked: ({ locked }: GridChip) => notifyWarning(locked ?? ''),
                onCopy: drags.keep,
                onPaste: drags.paste,
                feedback: drags.feedback,
                onDrag: (drag: GridDrag | null) => setDragged(drag ? drags.dragged(drag) : noMinutes),
              }
            : {})}
          {...(add ? { onCreate: create } : {})}
        />
      )}
      {menu && (
        <ChipMenu
          {...menu}
          drags={drags}
          mayEdit={mayEdit}
          people={by === 'agents' ? period : null}
          onOpen={open}
          onCreate={add ? create : null}
          onClose={() => setMenu(null)}
        />
      )}
      {opened && (
        <EntityDialog
          of={Service}
          page={page}
          id={'id' in opened ? opened.id : null}
          initial={'initial' in opened ? opened.initial : undefined}
          tab={'id' in opened ? opened.tab : undefined}
          extras={extras}
          onClose={() => setOpened(null)}
        />
      )}
      <ServiceHosts />
    </div>
  );
}
