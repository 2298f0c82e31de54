// What the agent saw on his way, with photos. What is typed outlives a dead battery.
import type { ReactElement } from 'react';
import type { PhotoRef } from '#core/field/photo.ts';
import type { WalkedPoint } from '#core/rounds/execution.ts';
import { roundObservation } from '#core/rounds/messages.ts';
import { actKey } from '#ui/client/act-key.ts';
import classes from '../field.module.css';
import { Photos } from '../Photos.tsx';
import { Sheet } from '../Sheet.tsx';
import { draftPlace } from '../store/drafts.ts';
import { useDraft } from '../useDraft.ts';
import { useRecord } from '../useRecord.tsx';
import type { OfRound } from './RoundPage.tsx';

interface Props extends Pick<OfRound, 'session' | 'round'> {
  execution: string;
  /** The last one validated: that is where he is. */
  point: WalkedPoint | null;
  onClose(): void;
}

interface Typed {
  content: string;
  photos: readonly PhotoRef[];
}

export function Observation({ session, round, execution, point, onClose }: Props): ReactElement {
  const { record, busy, problem } = useRecord(session, round.service.id);
  const place = draftPlace(round.service.id, `observation ${execution}`);
  const { typed, change, keep } = useDraft<Typed>(session, place, () => ({ content: '', photos: [] }));
  const content = typed.content.trim();
  const save = async (): Promise<void> => {
    const at = { line: point?.line ?? null, checkpoint: point?.checkpoint ?? null };
    const held = typed.photos.length > 0 ? { finding: actKey() } : {};
    const payload = { execution, ...at, content, ...held };
    if (!(await record(roundObservation, payload, 'Observation enregistrée', typed.photos))) return;
    await keep(null);
    onClose();
  };
  return (
    <Sheet title="Observation" {...(busy ? {} : { onClose })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (content && !busy) void save();
        }}
      >
        {point ? <p className={classes.dim}>Près de : {point.title}</p> : null}
        <label className={classes.field}>
          Ce que vous constatez
          <textarea
            rows={4}
            maxLength={5_000}
            required
            value={typed.content}
            onChange={(event) => change({ content: event.currentTarget.value })}
          />
        </label>
        <Photos session={session} photos={typed.photos} onChange={(photos) => change({ photos })} />
        {problem}
        <div className={classes.answers}>
          <button type="button" className={classes.other} disabled={busy} onClick={onClose}>
            Annuler
          </button>
          <button type="submit" className={classes.main} disabled={busy || !content}>
            Enregistrer
          </button>
        </div>
      </form>
    </Sheet>
  );
}
