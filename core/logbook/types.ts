// The 134 event types of the daily log with their defaults (P-002, P-005).
import { type LifecycleEvent, lifecycleEvents } from '../planning/lifecycle.ts';
import { chosenTypes } from './catalogue.ts';
import { type EventCategory, isRestricted } from './categories.ts';

/** Who sees an event, and who is told of it. An agency and a site may change it, type by type. */
export interface TypeSettings {
  enabled: boolean;
  customerShow: boolean;
  notifyAgency: boolean;
  notifyCustomer: boolean;
}

export interface EventType extends TypeSettings {
  id: number;
  typeKey: EventCategory;
  label: string;
  subTypes: readonly string[];
  /** Written by the product: « Cet événement n'est pas modifiable ». */
  restricted: boolean;
}

const categoryOf = (key: LifecycleEvent): EventCategory =>
  key.startsWith('break') ? 'break' : key.startsWith('round') || key.startsWith('checkpoint') ? 'round' : 'service';

/** P-005. The customer learns of an alarm from the agency. */
const alarms = [
  'Appel d’urgence',
  'Alerte SOS',
  'Inactivité',
  'Chute',
  'Sortie de périmètre',
  'Retour dans le périmètre',
];
const firstAlarm = 24;

export const eventTypes: readonly EventType[] = [
  ...Object.entries(lifecycleEvents).map(([key, { id, label, customerShow }]) => ({
    ...{ id, label, customerShow, typeKey: categoryOf(key as LifecycleEvent) },
    ...{ enabled: true, notifyAgency: false, notifyCustomer: false, subTypes: [] },
  })),
  ...alarms.map((label, index) => ({
    ...{ id: firstAlarm + index, typeKey: 'agent' as const, label, subTypes: [] },
    ...{ enabled: true, customerShow: false, notifyAgency: true, notifyCustomer: false },
  })),
  ...chosenTypes.map(([id, typeKey, label, flags, subTypes]) => ({
    ...{ id, typeKey, label, subTypes, enabled: true, customerShow: flags.includes('C') },
    ...{ notifyAgency: flags.includes('A'), notifyCustomer: flags.includes('N') },
  })),
].map((type) => ({ ...type, restricted: isRestricted(type.typeKey) }));

const byId = new Map(eventTypes.map((type) => [type.id, type]));
export const typeOf = (id: number): EventType | null => byId.get(id) ?? null;

/** Labels by id, for filters and columns. */
export const typeLabels: Readonly<Record<number, string>> = Object.fromEntries(
  eventTypes.map(({ id, label }) => [id, label]),
);

/** Types that somebody may write by hand. */
export const writableTypes: readonly EventType[] = eventTypes.filter(({ restricted }) => !restricted);

/** Of one finding. */
export const mostPhotos = 10;

/** « Information à transmettre à la relève ». */
export const handoverType = 134;
