// Records a message of a screen: on disk first, then felt and said.
import { type ReactElement, useState } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
import classes from './field.module.css';
import type { FieldSession } from './session.ts';
import { notStored, tell } from './told.ts';

interface Recording {
  record<M extends FieldMessage>(
    message: M,
    payload: PayloadOf<M>,
    words: string,
    photos?: readonly PhotoRef[],
  ): Promise<boolean>;
  busy: boolean;
  problem: ReactElement | null;
}

export function useRecord(session: FieldSession, service: string | null): Recording {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const record: Recording['record'] = async (message, payload, words, photos = []) => {
    setBusy(true);
    setFailed(false);
    try {
      await session.record(message, payload, service, photos);
    } catch {
      setFailed(true);
      return false;
    } finally {
      setBusy(false);
    }
    navigator.vibrate?.(60);
    tell(words);
    return true;
  };
  const problem = failed ? (
    <p role="alert" className={classes.warning}>
      {notStored}
    </p>
  ) : null;
  return { record, busy, problem };
}
