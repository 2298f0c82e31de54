// Valid requests of the calls of the daily log.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Line, Setting } from './requests.ts';

export function logbookLines(
  rowOf: (of: Entity, setting: Setting) => Promise<string>,
  workplaceOf: (setting: Setting) => Promise<string>,
): Record<string, Line> {
  const ofEvent: Line = {
    of: 'event',
    request: async (setting) => ({ params: { id: await rowOf(entityNamed('event'), setting) } }),
  };
  return {
    // An entry; a correction needs the right to edit.
    saveEvent: {
      first: true,
      request: async (setting) => ({
        input: {
          uuid: crypto.randomUUID(),
          type: { id: 30 },
          site: {
            id: await (setting.mount === 'agent' ? workplaceOf(setting) : rowOf(entityNamed('site'), setting)),
          },
        },
      }),
    },
    'remove:event': ofEvent,
    'withdraw:event': {
      of: 'event',
      request: async (setting) => ({
        params: { id: await rowOf(entityNamed('event'), setting) },
        input: { reason: 'Erreur de site' },
      }),
    },
    'versions:event': ofEvent,
    saveEventTypes: { request: () => ({ input: { types: [] } }) },
    saveSitesEventTypes: {
      of: 'site',
      request: async (setting) => ({
        input: { sites: [{ id: await rowOf(entityNamed('site'), setting) }], types: null },
      }),
    },
    // Nothing is written on the site.
    printLogbook: {
      of: 'site',
      status: 409,
      request: async (setting) => ({
        input: {
          ...{ from: '2026-11-01', to: '2026-11-02' },
          site: { id: await rowOf(entityNamed('site'), { ...setting, fresh: true }) },
        },
      }),
    },
    verifyLogbook: {
      of: 'site',
      request: async (setting) => ({ params: { id: await rowOf(entityNamed('site'), setting) } }),
    },
  };
}
