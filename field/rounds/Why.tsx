// The words that go with a jumped checkpoint or the end of a round. What is typed outlives a dead battery.
import type { ReactElement } from 'react';
import classes from '../field.module.css';
import { Sheet } from '../Sheet.tsx';
import type { FieldSession } from '../session.ts';
import { useDraft } from '../useDraft.ts';

interface Props {
  session: FieldSession;
  place: string;
  title: string;
  label: string;
  confirm: string;
  isRequired?: boolean;
  busy: boolean;
  children?: ReactElement;
  onClose(): void;
  /** Whether it is recorded. */
  onReady(text: string): Promise<boolean>;
}

export function Why(props: Props): ReactElement {
  const { session, place, title, label, confirm, isRequired = false, busy, children, onClose, onReady } = props;
  const { typed, change, keep } = useDraft(session, place, () => ({ text: '' }));
  const said = typed.text.trim();
  const record = async (): Promise<void> => {
    if (!(await onReady(said))) return;
    await keep(null);
    onClose();
  };
  return (
    <Sheet title={title} {...(busy ? {} : { onClose })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && (said || !isRequired)) void record();
        }}
      >
        {children}
        <label className={classes.field}>
          {label}
          <textarea
            rows={2}
            maxLength={1_000}
            required={isRequired}
            value={typed.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <div className={classes.answers}>
          <button type="button" className={classes.other} disabled={busy} onClick={onClose}>
            Annuler
          </button>
          <button type="submit" className={classes.main} disabled={busy || (isRequired && !said)}>
            {confirm}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
