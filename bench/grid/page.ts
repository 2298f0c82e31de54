// In the browser: either grid on the same planning, from the call until it is painted.
import { DayPilot } from '@daypilot/daypilot-lite-javascript';
import { MantineProvider } from '@mantine/core';
import { createElement, type ReactElement, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { TimeGrid } from '#ui/TimeGrid/TimeGrid.tsx';
import { type GridColumn, layouts, type TimeGridProps } from '#ui/TimeGrid/types.ts';
import { cssVariables, themeOf } from '#ui/theme/theme.ts';
import { firstMinute, type Planning, planning, type Size } from './planning.ts';

export type Who = 'ours' | 'daypilot';
export type Shape = 'fourWeeks' | 'week' | 'day';

const home = document.querySelector('#root') as HTMLElement;
let shown: Root | null = null;
let theirs: DayPilot.Scheduler | null = null;
let known: { size: Size; unfilled: number; data: Planning } | null = null;

function dataOf(size: Size, unfilled: number): Planning {
  if (known?.size.chips !== size.chips || known.unfilled !== unfilled)
    known = { size, unfilled, data: planning(size, unfilled) };
  return known.data;
}

/** After the frame in which it was painted: a message sent from within a frame arrives when the frame is done. */
const painted = (): Promise<number> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(null);
    });
  });

function hoursOf(columns: readonly GridColumn[]): GridColumn[] {
  const from = columns[2]?.start ?? firstMinute;
  return Array.from({ length: 32 }, (_none, at) => ({
    start: from + at * 60,
    end: from + (at + 1) * 60,
    label: `${at % 24}h`,
    isOff: at >= 24,
  }));
}

function Ours({ data, shape, unfilled }: { data: Planning; shape: Shape; unfilled: number }): ReactElement {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [chips, setChips] = useState(data.chips);
  const [columns] = useState(() =>
    shape === 'day' ? hoursOf(data.columns) : data.columns.slice(0, shape === 'week' ? 7 : 31),
  );
  const props: TimeGridProps = {
    label: 'Planning par collaborateur',
    rowLabel: 'Collaborateur',
    noun: { one: 'service', many: 'services' },
    rows: data.rows,
    chips,
    ranges: data.ranges,
    columns,
    layout: layouts[shape],
    mode: shape === 'day' ? 'hours' : 'cells',
    selection,
    onSelect: setSelection,
    onOpen: (chip) => console.log('open', chip.id),
    onCreate: (row, start) => console.log('create', row, start),
    onRow: ({ id }) => console.log('row', id),
    onRemove: (gone) => setChips((all) => all.filter((chip) => !gone.includes(chip))),
    onMenu: (target) => console.log('menu', target.kind),
    onResize: (chip, start, end) => setChips((all) => all.map((one) => (one === chip ? { ...one, start, end } : one))),
    onMove: (moved, { row, minutes }, copy) => {
      const to = moved.map((chip) => ({
        ...chip,
        id: copy ? `${chip.id}'` : chip.id,
        row: row === undefined ? chip.row : row,
        start: chip.start + minutes,
        end: chip.end + minutes,
      }));
      setChips((all) => (copy ? [...all, ...to] : all.map((chip) => to[moved.indexOf(chip)] ?? chip)));
    },
    feedback: (_chip, row) => {
      const at = row === null ? 3 : Number(row.slice(1)) % 4;
      if (at === 0) return { allowed: 0, why: 'Repos de 11 h non respecté (art. L3131-1)' };
      return at === 1 ? { allowed: 1, why: 'Dimanche travaillé' } : { allowed: 2, why: '' };
    },
    hover: (chip) => `${chip.title}, ${chip.subtitle ?? ''}`,
    ...(unfilled > 0
      ? { unfilled: { title: 'Postes à pourvoir', subtitle: `${unfilled} services sans collaborateur` } }
      : {}),
  };
  return createElement(TimeGrid, props);
}

function mountOurs(data: Planning, shape: Shape, unfilled: number): void {
  shown = createRoot(home);
  const grid = createElement(Ours, { data, shape, unfilled });
  const theme = themeOf('#1c5d99');
  const scheme = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
  shown.render(
    createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables, forceColorScheme: scheme }, grid),
  );
}

function mountDayPilot({ rows, columns, chips }: Planning): void {
  const node = document.createElement('div');
  home.append(node);
  const iso = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 19);
  theirs = new DayPilot.Scheduler(node, {
    startDate: iso(columns[0]?.start ?? firstMinute),
    days: columns.length,
    scale: 'Day',
    cellWidth: 60,
    eventHeight: 25,
    rowHeaderWidth: 300,
    heightSpec: 'Fixed',
    height: 656,
    timeHeaders: [{ groupBy: 'Month' }, { groupBy: 'Day', format: 'd' }],
    resources: rows.map(({ id, title }) => ({ id, name: title })),
    events: chips.map(({ id, row, start, end, title, colour }) => ({
      id,
      resource: row ?? '',
      start: iso(start),
      end: iso(end),
      text: title,
      backColor: colour,
    })),
  });
  theirs.init();
}

const bench = {
  /** Milliseconds until the grid is on the screen; what prepares the planning itself is not counted. */
  async show(who: Who, size: Size, shape: Shape = 'fourWeeks', unfilled = 0): Promise<number> {
    const data = dataOf(size, unfilled);
    await painted();
    const began = performance.now();
    if (who === 'ours') mountOurs(data, shape, unfilled);
    else mountDayPilot(data);
    // React gives the work to a task of its own: the first frame after the grid stands is the one that counts.
    while (!home.querySelector('canvas, .scheduler_default_event')) await painted();
    return (await painted()) - began;
  },
  async hide(): Promise<void> {
    shown?.unmount();
    theirs?.dispose();
    [shown, theirs] = [null, null];
    home.replaceChildren();
    await painted();
  },
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
