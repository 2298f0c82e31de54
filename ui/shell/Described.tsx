// Tooltip of a link to a screen: what the screen is for (B-006).
import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactElement } from 'react';
import type { MenuItem } from './screen.ts';

interface Props {
  item: MenuItem;
  /** The link is an icon only: show its name above. */
  named?: boolean;
  position?: NonNullable<TooltipProps['position']>;
  /** The link; it has the description for screen readers itself. */
  children: ReactElement;
}

/** A tap opens the screen at once. */
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
