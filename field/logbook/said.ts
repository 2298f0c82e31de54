// What an event of the daily log says: as this telephone recorded it, as the pack has it, or as the agency answers.
import { eventStates } from '#core/logbook/event.ts';
import { logbookEntry } from '#core/logbook/messages.ts';
import { typeOf } from '#core/logbook/types.ts';
import type { SentPhoto } from '../SentPhotos.tsx';
import type { FieldView } from '../session.ts';
import type { Corrected } from './corrections.ts';
import type { Found } from './findings.ts';

export interface Told {
  type: number;
  service: string | null;
  isHis: boolean;
  label: string;
  subType: string | null;
  description: string | null;
  at: string;
  site: { id: string; name: string | null } | null;
  findings: readonly Found[];
  state: string;
  /** Of the pack, which has no findings. */
  isShort?: true;
}

export interface Answered {
  type: { id: number };
  service: { id: string } | null;
  agent: { id: string } | null;
  label: string;
  subType: string | null;
  description: string | null;
  createdAt: string;
  site: { id: string; name: string } | null;
  eventMessages: readonly {
    id: string;
    content: string | null;
    attachments: readonly SentPhoto[];
    createdAt: string;
    /** An agent reads his own name only. */
    author: string | null;
    state: keyof typeof eventStates;
  }[];
  state: keyof typeof eventStates;
}

export const waiting = 'À transmettre';

export const withCorrection = (told: Told, { type, subType, description, isWaiting }: Corrected): Told => ({
  ...{ ...told, type, label: typeOf(type)?.label ?? told.label, subType, description },
  state: isWaiting ? waiting : told.state === eventStates.RECORDED ? eventStates.CORRECTED : told.state,
});

const placeOf = ({ held }: FieldView, id: string): Told['site'] => ({
  id,
  name: held.sites.find((site) => site.id === id)?.name ?? null,
});

export function ofThisPhone(view: FieldView, uuid: string): Told | null {
  const { queue, events } = view;
  const found = [...events, ...queue.events].find((one) => one.uuid === uuid && one.type === logbookEntry.type);
  const parsed = logbookEntry.payload.safeParse(found?.payload);
  if (!found || !parsed.success) return null;
  const { type, subType, description, site, finding } = parsed.data;
  const at = new Date(found.at + (found.clockOffset ?? 0)).toISOString();
  const isWaiting = queue.events.some((one) => one.uuid === uuid);
  const photos = (found.photos ?? []).map(({ id }) => ({ id }));
  return {
    ...{ type, service: found.service, isHis: true, at },
    ...{ label: typeOf(type)?.label ?? logbookEntry.label, subType: subType ?? null, description: description ?? null },
    site: placeOf(view, site),
    findings: finding ? [{ uuid: finding, content: null, photos, at, isHis: true, state: null }] : [],
    state: isWaiting ? waiting : eventStates.RECORDED,
  };
}

export function ofPack(view: FieldView, uuid: string): Told | null {
  for (const [service, entries] of Object.entries(view.held.frame?.entries ?? {})) {
    const found = entries.find(({ id }) => id === uuid);
    const site = view.held.services.find(({ id }) => id === service)?.site;
    if (!found?.type || !site) continue;
    const { type, label, text, at, subType = null, isHis = false } = found;
    return {
      ...{ type, service, isHis, label, subType, description: text, at, site: placeOf(view, site.id) },
      ...{ findings: [], state: eventStates.RECORDED, isShort: true },
    };
  }
  return null;
}

export function ofAgency(event: Answered, agent: string): Told {
  const { label, subType, description, createdAt, site, eventMessages, state } = event;
  return {
    ...{ type: Number(event.type.id), service: event.service?.id ?? null, isHis: event.agent?.id === agent },
    ...{ label, subType, description, at: createdAt, site, state: eventStates[state] },
    findings: eventMessages
      .filter((one) => one.state !== 'WITHDRAWN')
      .map((one) => ({
        ...{ uuid: one.id, content: one.content, photos: one.attachments, at: one.createdAt },
        ...{ isHis: one.author !== null, state: one.state === 'CORRECTED' ? eventStates.CORRECTED : null },
      })),
  };
}
