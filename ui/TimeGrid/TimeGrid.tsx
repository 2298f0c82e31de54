// The planning grid. React owns the props, the engine draws them; scrolling renders nothing in React.
import { VisuallyHidden } from '@mantine/core';
import { type ReactElement, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import asides from './Asides.module.css';
import { More, type MoreProps, Tip, type TipProps } from './Asides.tsx';
import { Engine, type Parts } from './engine.ts';
import { keyHelp } from './keyHelp.ts';
import over from './layer.module.css';
import classes from './TimeGrid.module.css';
import type { GridColumn, TimeGridProps } from './types.ts';
import { columnName } from './words.ts';

// ARIA roles instead of table elements: most cells are on a canvas.
const gridRole = ({ label, rows, unfilled, columns, readOnly = false, busy = false }: TimeGridProps, help: string) =>
  ({
    role: 'grid',
    'aria-label': label,
    'aria-describedby': help,
    'aria-rowcount': rows.length + (unfilled ? 2 : 1),
    'aria-colcount': columns.length + 1,
    'aria-readonly': readOnly,
    'aria-busy': busy,
  }) as const;
const rowRole = (at: number) => ({ role: 'row', 'aria-rowindex': at }) as const;
const headerRole = (at: number) => ({ role: 'columnheader', 'aria-colindex': at }) as const;

type Opened<T> = Omit<T, 'props' | 'id' | 'onClose'> | null;

export function TimeGrid(props: TimeGridProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<Engine>(null);
  const latest = useRef(props);
  latest.current = props;
  const [tip, setTip] = useState<Opened<TipProps>>(null);
  const [more, setMore] = useState<Opened<MoreProps>>(null);
  const help = useId();
  const pinned = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const made = new Engine(partsOf(root, pinned, body), latest.current, {
      tip: (chip, at) => setTip(chip && at && { chip, at }),
      more: (chips, at) => setMore({ chips, at }),
    });
    engine.current = made;
    return () => made.destroy();
  }, []);
  // After every render: the engine finds out what changed.
  useLayoutEffect(() => engine.current?.update(props));
  useEffect(() => {
    if (!tip) return;
    const chip = root.current?.querySelector(`[data-chip="${CSS.escape(tip.chip.id)}"]`);
    chip?.setAttribute('aria-describedby', `${help}tip`);
    const hide = (): void => setTip(null);
    globalThis.addEventListener('scroll', hide, true);
    return () => {
      globalThis.removeEventListener('scroll', hide, true);
      chip?.removeAttribute('aria-describedby');
    };
  }, [tip, help]);

  const closeMore = (): void => {
    setMore(null);
    engine.current?.focus.take();
  };
  const { rows, columns, layout, busy = false } = props;
  const isEmpty = rows.length === 0;
  return (
    <div ref={root} className={classes.root} style={{ height: layout.height }}>
      <div className={classes.scroller} tabIndex={-1} data-part="scroller">
        <div className={classes.grid} {...gridRole(props, help)}>
          <Head columns={columns} label={props.rowLabel} />
          <Pane of={pinned} className={classes.pinned} hidden={!props.unfilled} />
          <Pane of={body} className={classes.body} hidden={false} />
        </div>
        {isEmpty && !busy && <div className={classes.empty}>{props.empty ?? 'Aucune ligne à afficher.'}</div>}
        {isEmpty && busy && <Bones />}
      </div>
      <div className={asides.reason} data-part="reason" hidden />
      <VisuallyHidden>
        <span id={help}>{keyHelp}</span>
        <span aria-live="polite" data-part="live" />
      </VisuallyHidden>
      {tip && <Tip {...tip} id={`${help}tip`} props={props} />}
      {more && <More {...more} props={props} onClose={closeMore} />}
    </div>
  );
}

function Head({ columns, label }: { columns: readonly GridColumn[]; label: string }): ReactElement {
  return (
    <div className={classes.head} {...rowRole(1)}>
      <div className={classes.corner} {...headerRole(1)}>
        {label}
      </div>
      {columns.map((column, at) => (
        <div
          key={column.start}
          className={classes.column}
          {...headerRole(at + 2)}
          aria-current={column.isToday ? 'date' : undefined}
          title={columnName(column)}
          data-off={column.isOff || undefined}
          data-today={column.isToday || undefined}
        >
          <b>{column.label}</b>
          {column.sub && <span>{column.sub}</span>}
        </div>
      ))}
    </div>
  );
}

interface PaneProps {
  of: RefObject<HTMLDivElement | null>;
  className: string | undefined;
  hidden: boolean;
}

/** Filled by the engine, not by React. */
function Pane({ of, className, hidden }: PaneProps): ReactElement {
  return (
    <div ref={of} className={className} hidden={hidden}>
      <div className={classes.titles} data-part="titles" />
      <div className={classes.content} data-part="content">
        <div className={classes.layer} data-part="layer" />
      </div>
    </div>
  );
}

function Bones(): ReactElement {
  return (
    <div className={classes.bones} role="status">
      <VisuallyHidden>Chargement…</VisuallyHidden>
      {[70, 55, 80, 60, 75, 50, 65, 72].map((width) => (
        <span key={width} className={classes.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

type Ref = RefObject<HTMLDivElement | null>;

function partsOf(root: Ref, pinned: Ref, body: Ref): Parts {
  const part = <T extends HTMLElement>(of: Ref, name: string): T => of.current?.querySelector(name) as T;
  const made = (name: string | undefined, home = body): HTMLElement => {
    const node = document.createElement('div');
    node.className = name ?? '';
    node.hidden = true;
    part(home, '[data-part="content"]').append(node);
    return node;
  };
  const pane = (of: Ref): Parts['body'] => ({
    titles: part(of, '[data-part="titles"]'),
    content: part(of, '[data-part="content"]'),
    layer: part(of, '[data-part="layer"]'),
  });
  return {
    root: root.current as HTMLElement,
    scroller: part(root, '[data-part="scroller"]'),
    pinned: pane(pinned),
    body: pane(body),
    live: part(root, '[data-part="live"]'),
    reason: part(root, '[data-part="reason"]'),
    ghost: made(over.ghost),
    band: made(over.band),
    now: [pinned, body].map((home) => {
      const line = made(over.now, home);
      line.dataset.now = '';
      return line;
    }),
  };
}
