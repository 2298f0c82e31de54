// What a screen is for, on hover and on keyboard focus of the link that leads to it (B-006).
import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactElement } from 'react';
import type { MenuItem } from './screen.ts';

interface Props {
  item: MenuItem;
  /** The link is an icon alone: its name stands above. */
  named?: boolean;
  position?: NonNullable<TooltipProps['position']>;
  /** The link; it bears the description for screen readers itself. */
  children: ReactElement;
}

/** A finger opens the screen at once. */
const events = { hover: true, focus: true, touch: false };

export function Described({ item, named = false, position = 'bottom', children }: Props): ReactElement {
  return (
    <Tooltip
      label={
        named ? (
          <>
            <strong>{item.label}</strong>
            <br />
            {item.description}
          </>
        ) : (
          item.description
        )
      }
      position={position}
      events={events}
      multiline
      maw={280}
      disabled={!named && item.description === ''}
    >
      {children}
    </Tooltip>
  );
}
