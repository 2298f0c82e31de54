// Valid requests of the calls of lone-worker protection.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Line, Setting } from './requests.ts';

export function safetyLines(rowOf: (of: Entity, setting: Setting) => Promise<string>): Record<string, Line> {
  const alarm = async (setting: Setting) => ({ id: await rowOf(entityNamed('alarm'), setting) });
  return {
    // A service that is gone does not refuse an alarm.
    savePtiEvent: {
      request: async (setting) => ({
        input: {
          ...{ uuid: crypto.randomUUID(), kind: 'sos', drill: false, service: { id: crypto.randomUUID() } },
          ...(setting.mount === 'agency'
            ? { agent: { id: await rowOf(entityNamed('agent'), { ...setting, fresh: false }) } }
            : {}),
        },
      }),
    },
    // The device belongs to one person (server/safety/safety.test.ts).
    sendHeartbeat: { status: 409, request: () => ({ input: { device: crypto.randomUUID() } }) },
    'details:alarm': { of: 'alarm', request: async (setting) => ({ params: await alarm(setting) }) },
    'answer:alarm': {
      of: 'alarm',
      request: async (setting) => ({ params: await alarm(setting), input: { act: 'take' } }),
    },
  };
}
