// A dialog at the bottom of the screen, within reach of the thumb.
import {
  createContext,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
} from 'react';
import classes from './field.module.css';

/** What every sheet holds at its end: a modal dialog makes the rest of the screen unusable, and SOS must stay within reach. */
export const InSheets = createContext<ReactNode>(null);

interface Props {
  title: string;
  /** Absent: only its buttons close it. */
  onClose?(): void;
}

export function Sheet({ title, onClose, children }: PropsWithChildren<Props>): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // The keyboard of a telephone would hide the question: who wants to write taps.
    if (document.activeElement instanceof HTMLTextAreaElement) top.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 ref={top} id={heading} className={classes.sheetTitle} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {use(InSheets)}
    </dialog>
  );
}
