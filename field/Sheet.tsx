// A dialog at the bottom of the screen, within reach of the thumb.
import { type PropsWithChildren, type ReactElement, useEffect, useId, useRef } from 'react';
import classes from './field.module.css';

interface Props {
  title: string;
  /** Absent: only its buttons close it. */
  onClose?(): void;
}

export function Sheet({ title, onClose, children }: PropsWithChildren<Props>): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
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
      <h2 id={heading} className={classes.sheetTitle}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
