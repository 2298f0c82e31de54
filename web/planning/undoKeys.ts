// Ctrl+Z on the page of the planning.
import { useHotkeys } from '@mantine/hooks';
import { undoLast } from './acts.ts';

/** The grid does so while it has the focus; after a dialog or a click on a button the page does. */
export function useUndoKeys(mayUndo: boolean): void {
  useHotkeys([
    [
      'mod+Z',
      (event) => {
        const isBelow = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
        if (mayUndo && !event.defaultPrevented && !isBelow) void undoLast();
      },
      { preventDefault: false },
    ],
  ]);
}
