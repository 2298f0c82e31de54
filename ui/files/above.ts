// A dialog above another one: Escape closes it alone. Every part that can hold the focus bears the mark.
import type { KeyboardEvent } from 'react';

export const ownKeys = { 'data-mantine-stop-propagation': true };

export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };

/** Above records, below questions. */
export const aboveRecords = 300;
