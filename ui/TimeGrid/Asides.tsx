// Popovers of the grid: the tooltip of a chip, and the list of the chips behind « +n ».
import { Popover } from '@mantine/core';
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import classes from './Asides.module.css';
import { clamp } from './geometry.ts';
import type { GridChip, TimeGridProps } from './types.ts';

export interface TipProps {
  id: string;
  chip: GridChip;
  at: DOMRect;
  props: TimeGridProps;
}

export function Tip({ id, chip, at, props }: TipProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const { offsetWidth, offsetHeight } = node;
    const below = at.bottom + 6 + offsetHeight <= globalThis.innerHeight;
    node.style.left = `${clamp(at.left, 8, Math.max(8, globalThis.innerWidth - offsetWidth - 8))}px`;
    node.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - offsetHeight - 6)}px`;
  });
  return (
    <div ref={box} id={id} className={classes.tip} role="tooltip">
      {props.hover?.(chip)}
    </div>
  );
}

export interface MoreProps {
  chips: readonly GridChip[];
  at: DOMRect;
  props: TimeGridProps;
  onClose(): void;
}

export function More({ chips, at, props, onClose }: MoreProps): ReactElement {
  return (
    <Popover opened onChange={(opened) => !opened && onClose()} trapFocus withinPortal shadow="md" withArrow>
      <Popover.Target>
        <span
          className={classes.anchor}
          style={{ left: at.left, top: at.top, width: Math.min(at.width, 80), height: at.height }}
        />
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label="Dans la même case">
        <ul className={classes.list}>
          {chips.map((chip) => (
            <li key={chip.id}>
              <button
                type="button"
                className={classes.entry}
                style={{ borderLeftColor: chip.colour }}
                onClick={() => {
                  onClose();
                  props.onOpen(chip);
                }}
              >
                <b>{chip.title}</b>
                <span>{[chip.subtitle, chip.state].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
