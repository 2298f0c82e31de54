// One event of the daily log (terrainEventsIncident with its uuid): of this telephone, sent or not, or as the agency has it.
import { type ReactElement, useEffect, useState } from 'react';
import { activeOf } from '#core/field/day.ts';
import { messages } from '#core/kernel/problem.ts';
import { eventStates, LogEvent } from '#core/logbook/event.ts';
import { logbookEntry } from '#core/logbook/messages.ts';
import { typeOf } from '#core/logbook/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { replaceHash } from '#ui/client/hash.ts';
import { formatMoment } from '#ui/format.ts';
import { say } from '../calls.ts';
import { zoneOf } from '../day.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import { holds, type OfPage } from '../part.ts';
import { type SentPhoto, SentPhotos } from '../SentPhotos.tsx';
import type { FieldView } from '../session.ts';
import { draftPlace } from '../store/drafts.ts';
import { Correcting } from './Correcting.tsx';
import { type Corrected, correctedIn } from './corrections.ts';

interface Told {
  type: number;
  service: string | null;
  isHis: boolean;
  label: string;
  subType: string | null;
  description: string | null;
  at: string;
  site: { id: string; name: string | null } | null;
  photos: readonly SentPhoto[];
  state: string;
}

interface Answered {
  type: { id: number };
  service: { id: string } | null;
  agent: { id: string } | null;
  label: string;
  subType: string | null;
  description: string | null;
  createdAt: string;
  site: { id: string; name: string } | null;
  eventMessages: readonly { attachments: readonly SentPhoto[]; state: keyof typeof eventStates }[];
  state: keyof typeof eventStates;
}

const waiting = 'À transmettre';

const withCorrection = (told: Told, { type, subType, description, isWaiting }: Corrected): Told => ({
  ...{ ...told, type, label: typeOf(type)?.label ?? told.label, subType, description },
  state: isWaiting ? waiting : told.state === eventStates.RECORDED ? eventStates.CORRECTED : told.state,
});

function ofThisPhone({ held, queue, events }: FieldView, uuid: string): Told | null {
  const found = [...events, ...queue.events].find((one) => one.uuid === uuid && one.type === logbookEntry.type);
  if (!found) return null;
  const parsed = logbookEntry.payload.safeParse(found.payload);
  if (!parsed.success) return null;
  const { type, subType, description, site } = parsed.data;
  return {
    ...{ type, service: found.service, isHis: true },
    ...{ label: typeOf(type)?.label ?? logbookEntry.label, subType: subType ?? null, description: description ?? null },
    at: new Date(found.at + (found.clockOffset ?? 0)).toISOString(),
    site: { id: site, name: held.sites.find(({ id }) => id === site)?.name ?? null },
    photos: (found.photos ?? []).map(({ id }) => ({ id })),
    state: queue.events.some((one) => one.uuid === uuid) ? waiting : eventStates.RECORDED,
  };
}

export default function EventPage({ session, view, rest: [uuid = ''] }: OfPage): ReactElement {
  const own = ofThisPhone(view, uuid);
  const [read, setRead] = useState<Told | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOwn = own !== null;
  const active = activeOf(view.day)?.id ?? null;
  useEffect(() => {
    if (isOwn) return;
    let isGone = false;
    const find = async (): Promise<void> => {
      const draft = active ? await session.drafts.read<{ uuid?: string }>(draftPlace(active, 'entry')) : null;
      if (isGone) return;
      if (draft?.uuid === uuid) return replaceHash(`/terrain/service/${active}/main-courante`);
      const said = await say(session.device, endpointsOf(LogEvent).read, undefined, { id: uuid });
      if (isGone) return;
      if (said.status !== 200) return setProblem(said.message);
      const { event } = said.body as { event: Answered };
      const { label, subType, description, createdAt, site, eventMessages, state } = event;
      const shown = eventMessages.filter((one) => eventStates[one.state] !== eventStates.WITHDRAWN);
      setRead({
        ...{ type: Number(event.type.id), service: event.service?.id ?? null },
        isHis: event.agent?.id === session.device.agent,
        ...{ label, subType, description, at: createdAt, site },
        ...{ photos: shown.flatMap(({ attachments }) => attachments), state: eventStates[state] },
      });
    };
    void find();
    return () => {
      isGone = true;
    };
  }, [isOwn, active, session, uuid]);
  const found = own ?? read;
  const corrected = found && correctedIn(view, uuid);
  const told = found && corrected ? withCorrection(found, corrected) : found;
  const mayCorrect =
    told?.isHis &&
    told.state !== eventStates.WITHDRAWN &&
    !typeOf(told.type)?.restricted &&
    holds(view, 'editOwnServiceEvent');
  const [isCorrecting, setIsCorrecting] = useState(false);
  return (
    <Page title={told?.label ?? 'Main courante'}>
      {problem ? <p role="alert">{problem}</p> : null}
      {!told && !problem ? (
        <p role="status" aria-busy>
          Un instant…
        </p>
      ) : null}
      {told && isCorrecting ? (
        <Correcting
          {...{ session, view, entry: uuid, site: told.site?.id ?? '', service: told.service, said: told }}
          onClose={() => setIsCorrecting(false)}
        />
      ) : told ? (
        <>
          <p className={classes.dim}>
            {[formatMoment(told.at, zoneOf(view.held)), told.site?.name, told.state].filter(Boolean).join(' · ')}
          </p>
          {told.subType ? <p>{told.subType}</p> : null}
          <p className={told.description ? classes.note : classes.dim}>{told.description ?? messages.noDescription}</p>
          <SentPhotos session={session} photos={told.photos} />
          {mayCorrect ? (
            <button type="button" className={classes.other} onClick={() => setIsCorrecting(true)}>
              Corriger
            </button>
          ) : null}
        </>
      ) : null}
    </Page>
  );
}
