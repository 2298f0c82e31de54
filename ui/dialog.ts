// Size of dialogs for a record or a file: 75vw by 80vh, maximised on a phone (B-072).
import type { ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import classes from './dialog.module.css';
// Imported first: its listener must run before those of the dialogs.
import './files/above.ts';

/** Smaller dialogs also fill the screen of a phone, except questions. */
export const useMaximised = (): boolean => useMediaQuery('(max-width: 48em)') ?? false;

/** `content` is the class for the height; the parts of the dialog are in a column. */
export function useDialogSize(): Pick<ModalProps, 'size' | 'fullScreen' | 'centered' | 'padding'> & {
  content: string;
} {
  return { size: '75vw', fullScreen: useMaximised(), centered: true, padding: 0, content: classes.content ?? '' };
}
