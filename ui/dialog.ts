// The one size of dialogs that hold a record or a file: 75vw by 80vh, maximised on a phone (B-072).
import type { ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import classes from './dialog.module.css';
// Its listener stands before those of the dialogs.
import './files/above.ts';

/** Smaller ones fill the screen of a phone too, unless they only ask a question. */
export const useMaximised = (): boolean => useMediaQuery('(max-width: 48em)') ?? false;

/** The class stands for the height; the dialog's own parts are laid out in a column inside. */
export function useDialogSize(): Pick<ModalProps, 'size' | 'fullScreen' | 'centered' | 'padding'> & {
  content: string;
} {
  return { size: '75vw', fullScreen: useMaximised(), centered: true, padding: 0, content: classes.content ?? '' };
}
