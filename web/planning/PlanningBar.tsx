// Toolbar of the planning: view, period, rows and filters.
import { ActionIcon, Button, Group, SegmentedControl, Select, Switch, TextInput, Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { IconChevronLeft, IconChevronRight, IconSearch } from '#ui/icons.ts';
import { KeyHelp } from '#ui/TimeGrid/KeyHelp.tsx';
import type { Colours, Rows } from './chips.ts';
import { type Filter, filterLabels } from './gridRows.ts';
import { HandoutMenu } from './handout/HandoutMenu.tsx';
import { Legend } from './Legend.tsx';
import type { Planning } from './model.ts';
import classes from './Planning.module.css';
import { type Period, stepped, type View, views } from './periods.ts';

interface Props {
  view: View;
  onView(view: View): void;
  by: Rows;
  /** Null: no choice. */
  onBy: ((by: Rows) => void) | null;
  title: string;
  day: string;
  today: string;
  onDay(day: string): void;
  filter: Filter;
  onFilter(filter: Filter): void;
  /** How many services each filter shows; null: not loaded yet. */
  faulty: number | null;
  unfilled: number | null;
  unpublished: number | null;
  period: Period;
  planning: (() => Planning) | null;
  /** Only the agency sees findings and unpublished services. */
  checked: boolean;
  colours: Colours | null;
}

const viewOptions = Object.entries(views).map(([value, label]) => ({ value, label }));
const rowOptions = [
  { value: 'agents', label: 'Collaborateurs' },
  { value: 'sites', label: 'Sites' },
];

export function PlanningBar(props: Props): ReactElement {
  const { view, by, day, filter, faulty, unfilled, unpublished } = props;
  const count: Record<Filter['only'], number | null> = { all: null, faults: faulty, unfilled, unpublished };
  const set = (more: Partial<Filter>): void => props.onFilter({ ...filter, ...more });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Planning affiché">
      <SegmentedControl
        size="xs"
        aria-label="Vue"
        data={viewOptions}
        value={String(view)}
        onChange={(value) => props.onView(Number(value) as View)}
      />
      <Group gap={4} wrap="nowrap">
        <Tooltip label="Période précédente">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Période précédente"
            onClick={() => props.onDay(stepped(view, day, -1))}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <Button variant="default" size="xs" h="2.1rem" onClick={() => props.onDay(props.today)}>
          Aujourd’hui
        </Button>
        <Tooltip label="Période suivante">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Période suivante"
            onClick={() => props.onDay(stepped(view, day, 1))}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <span className={classes.title} aria-live="polite">
        {props.title}
      </span>
      <span className={classes.spring} />
      {props.onBy && (
        <SegmentedControl
          size="xs"
          aria-label="Lignes"
          data={rowOptions}
          value={by}
          onChange={(value) => props.onBy?.(value as Rows)}
        />
      )}
      {props.checked && (
        <Select
          size="xs"
          w="15rem"
          className={classes.wide ?? ''}
          aria-label="Services affichés"
          allowDeselect={false}
          value={filter.only}
          data={(Object.keys(filterLabels) as Filter['only'][]).map((value) => ({
            value,
            label: count[value] === null ? filterLabels[value] : `${filterLabels[value]} (${count[value]})`,
          }))}
          onChange={(only) => set({ only: (only ?? 'all') as Filter['only'] })}
        />
      )}
      <TextInput
        size="xs"
        className={classes.search ?? ''}
        type="search"
        aria-label={by === 'agents' ? 'Chercher un collaborateur' : 'Chercher un site'}
        placeholder={by === 'agents' ? 'Chercher un collaborateur' : 'Chercher un site'}
        leftSection={<IconSearch size={14} />}
        value={filter.query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      <Switch
        className={classes.wide ?? ''}
        size="xs"
        label="Lignes occupées seulement"
        checked={filter.busyOnly}
        onChange={(event) => set({ busyOnly: event.currentTarget.checked })}
      />
      <Legend colours={props.colours} isWhole={props.checked} />
      {props.checked && <KeyHelp className={classes.wide} />}
      <HandoutMenu period={props.period} by={by} planning={props.planning} />
    </div>
  );
}
