// In the browser: shows either grid with the same planning, and measures the time until it is painted.
import { DayPilot } from '@daypilot/daypilot-lite-javascript';
import { MantineProvider } from '@mantine/core';
import { createElement, type ReactElement, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TimeGrid } from '#ui/TimeGrid/TimeGrid.tsx';
import { type GridColumn, layouts, type TimeGridProps } from '#ui/TimeGrid/types.ts';
import { cssVariables, themeOf } from '#ui/theme/theme.ts';
import { missingOfOurs, missingOfTheirs } from './missing.ts';
import { firstMinute, type Planning, planning, type Size } from './planning.ts';

export type Who = 'ours' | 'daypilot';
export type Shape = 'fourWeeks' | 'week' | 'day';

const home = document.querySelector('#root') as HTMLElement;
let theirs: DayPilot.Scheduler | null = null;
let known: { size: Size; unfilled: number; data: Planning } | null = null;
let show: (grid: ReactElement | null) => void = () => {};

/** The theme is mounted before the grid, as in the product. */
function Stage(): ReactElement {
  const [grid, setGrid] = useState<ReactElement | null>(null);
  show = setGrid;
  const scheme = useScheme();
  const theme = useMemo(() => themeOf('#1c5d99'), []);
  return createElement(
    MantineProvider,
    { theme, cssVariablesResolver: cssVariables, forceColorScheme: scheme },
    createElement('div', { id: 'ours' }, grid),
  );
}

const useScheme = (): 'dark' | 'light' => (location.hash === '#dark' ? 'dark' : 'light');

function dataOf(size: Size, unfilled: number): Planning {
  if (known?.size.chips !== size.chips || known.unfilled !== unfilled)
    known = { size, unfilled, data: planning(size, unfilled) };
  return known.data;
}

/** Resolves after the paint: a message posted in a frame is delivered when the frame is done. */
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
    onDrop: (dropped, { row, minutes }, copy) => {
      const to = dropped.map((chip) => ({
        ...chip,
        id: copy ? `${chip.id}'` : chip.id,
        row: row === undefined ? chip.row : row,
        start: chip.start + minutes,
        end: chip.end + minutes,
      }));
      setChips((all) => (copy ? [...all, ...to] : all.map((chip) => to[dropped.indexOf(chip)] ?? chip)));
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

function mountDayPilot({ rows, columns, chips }: Planning): void {
  const node = document.createElement('div');
  node.id = 'theirs';
  document.body.prepend(node);
  const iso = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 19);
  theirs = new DayPilot.Scheduler(node, {
    startDate: iso(columns[0]?.start ?? firstMinute),
    days: columns.length,
    scale: 'Day',
    cellWidth: 60,
    // To scale, with low rows, so that about as many rows are visible as in our grid.
    eventHeight: 22,
    useEventBoxes: 'Never',
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

/** The element that scrolls. DayPilot's column of titles scrolls too, but is not the one measured. */
const scroller = (): HTMLElement =>
  theirs
    ? (theirs as unknown as { nav: { scroll: HTMLElement } }).nav.scroll
    : (document.querySelector('#ours [data-part="scroller"]') as HTMLElement);

export const ways = ['rest', 'down', 'sideways', 'jumps', 'slow'] as const;
export type Way = (typeof ways)[number];

const bench = {
  /** Builds the planning, outside the measurement. */
  prepare(size: Size, unfilled = 0): void {
    dataOf(size, unfilled);
  },

  /** Milliseconds until the grid is painted, without building the planning. */
  async show(who: Who, size: Size, shape: Shape = 'fourWeeks', unfilled = 0): Promise<number> {
    const data = dataOf(size, unfilled);
    await painted();
    const began = performance.now();
    if (who === 'ours') show(createElement(Ours, { data, shape, unfilled }));
    else mountDayPilot(data);
    // React renders in its own task: wait for the first frame after the grid is in the DOM.
    let at = await painted();
    while (!document.querySelector('#ours canvas, .scheduler_default_event')) at = await painted();
    return at - began;
  },

  async hide(): Promise<void> {
    show(null);
    theirs?.dispose();
    theirs = null;
    document.querySelector('#theirs')?.remove();
    await painted();
  },

  /** For each of `count` frames: the time from the first script to the paint, and the start. */
  async frames(way: Way, count: number): Promise<{ costs: number[]; starts: number[] }> {
    const node = scroller();
    const [costs, starts]: [number[], number[]] = [[], []];
    const dawdle = (): void => {
      for (const until = performance.now() + 25; performance.now() < until; );
    };
    if (way === 'slow') node.addEventListener('scroll', dawdle);
    const { port1, port2 } = new MessageChannel();
    let sign = 1;
    const turn = (at: number, end: number): void => {
      if (at >= end) sign = -1;
      else if (at <= 0) sign = 1;
    };
    await new Promise<void>((done) => {
      let began = 0;
      const frame = (now: number): void => {
        began = now;
        starts.push(now);
        const [right, bottom] = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
        if (way === 'down' || way === 'slow') {
          turn(node.scrollTop, bottom);
          node.scrollTop += sign * 100;
        } else if (way === 'sideways') {
          turn(node.scrollLeft, right);
          node.scrollLeft += sign * 40;
        } else if (way === 'jumps') {
          // Jump to another distant position in each frame.
          node.scrollTop = (starts.length * 0.618_034 * bottom) % bottom;
          node.scrollLeft = (starts.length * 0.381_966 * right) % Math.max(1, right);
        }
        port2.postMessage(null);
      };
      port1.onmessage = () => {
        costs.push(performance.now() - began);
        if (costs.length < count) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    port1.close();
    node.removeEventListener('scroll', dawdle);
    return { costs, starts };
  },

  /** Scrolls to a position, waits two frames, and counts the chips that should be visible and are not. */
  async missing(who: Who, part: number): Promise<{ seen: number; missing: number }> {
    const node = scroller();
    node.scrollTop = part * (node.scrollHeight - node.clientHeight);
    node.scrollLeft = ((part * 7) % 1) * (node.scrollWidth - node.clientWidth);
    await painted();
    await painted();
    const data = known?.data as Planning;
    return who === 'ours' ? missingOfOurs(data, node) : missingOfTheirs(data, node, theirs as DayPilot.Scheduler);
  },
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
createRoot(home).render(createElement(Stage));
