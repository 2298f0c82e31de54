// One event of the daily log (terrainEventsIncident with its uuid): of this telephone, sent or not, or as the agency has it.
import { type ReactElement, useEffect, useState } from 'react';
import { activeOf } from '#core/field/day.ts';
import { messages } from '#core/kernel/problem.ts';
import { eventStates, LogEvent } from '#core/logbook/event.ts';
import { typeOf } from '#core/logbook/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { formatMoment } from '#ui/format.ts';
import { missing, say } from '../calls.ts';
import { zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import { holds, type OfPage } from '../part.ts';
import { draftPlace } from '../store/drafts.ts';
import { tell } from '../told.ts';
import { Correcting } from './Correcting.tsx';
import { correctedIn } from './corrections.ts';
import { Finding } from './Finding.tsx';
import { Findings } from './Findings.tsx';
import { type Found, withOwnFindings } from './findings.ts';
import { type Answered, ofAgency, ofPack, ofThisPhone, type Told, waiting, withCorrection } from './said.ts';

type Writing = 'entry' | { finding: Found | null };

export default function EventPage({ session, view, rest: [uuid = ''] }: OfPage): ReactElement {
  const own = ofThisPhone(view, uuid);
  const here = own ?? ofPack(view, uuid);
  const [read, setRead] = useState<Told | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const isHere = here !== null;
  const isWaiting = own?.state === waiting;
  const active = activeOf(view.day)?.id ?? null;
  const packed = view.held.frame?.rank ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a newer pack the telephone forgets what it recorded before.
  useEffect(() => {
    // The agency does not have it.
    if (isWaiting) return;
    let isGone = false;
    const find = async (): Promise<void> => {
      const draft =
        active && !isHere ? await session.drafts.read<{ uuid?: string }>(draftPlace(active, 'entry')) : null;
      if (isGone) return;
      if (draft?.uuid === uuid) return replaceHash(`/terrain/service/${active}/main-courante`);
      const said = await say(session.device, endpointsOf(LogEvent).read, undefined, { id: uuid });
      if (isGone) return;
      // P-017
      if (said.status === missing && !isHere) {
        tell(said.message);
        return replaceHash(active ? `/terrain/service/${active}` : '/terrain');
      }
      if (said.status !== 200) return setProblem(said.message);
      setRead(ofAgency((said.body as { event: Answered }).event, session.device.agent));
    };
    void find();
    return () => {
      isGone = true;
    };
  }, [isHere, isWaiting, active, session, uuid, packed]);
  const found = read ?? here;
  const corrected = found && correctedIn(view, uuid);
  const told = found && corrected ? withCorrection(found, corrected) : found;
  const mayWrite =
    told?.isHis === true &&
    told.state !== eventStates.WITHDRAWN &&
    !typeOf(told.type)?.restricted &&
    holds(view, 'editOwnServiceEvent');
  const zone = zoneOf(view.held);
  return (
    <Page title={told?.label ?? 'Main courante'}>
      {problem && !told ? <p role="alert">{problem}</p> : null}
      {!told && !problem ? (
        <p role="status" aria-busy>
          Un instant…
        </p>
      ) : null}
      {!told ? null : writing === 'entry' ? (
        <Correcting
          {...{ session, view, entry: uuid, site: told.site?.id ?? '', service: told.service, said: told }}
          onClose={() => setWriting(null)}
        />
      ) : writing ? (
        <Finding
          {...{ session, entry: uuid, service: told.service, found: writing.finding }}
          onClose={() => setWriting(null)}
        />
      ) : (
        <>
          <p className={classes.dim}>
            {[formatMoment(told.at, zone), told.site?.name, told.state].filter(Boolean).join(' · ')}
          </p>
          {told.subType ? <p>{told.subType}</p> : null}
          <p className={told.description ? classes.note : classes.dim}>{told.description ?? messages.noDescription}</p>
          {mayWrite ? (
            <button type="button" className={classes.other} onClick={() => setWriting('entry')}>
              Corriger
            </button>
          ) : null}
          <Findings
            {...{ session, entry: uuid, service: told.service, zone, mayWrite }}
            findings={withOwnFindings(told.findings, uuid, view)}
            onWrite={(one) => setWriting({ finding: one })}
          />
          {told.isShort ? <p className={classes.dim}>Ses autres constatations : visibles avec du réseau.</p> : null}
        </>
      )}
    </Page>
  );
}
