// What an agency and a site decide of a type: offered, shown to the customer, who is told.
import type { EventType, TypeSettings } from '#core/logbook/types.ts';
import type { Call } from '#server/kernel/call.ts';

export const settingsOf = async (type: EventType, _site: string, _call: Call): Promise<TypeSettings> => type;
