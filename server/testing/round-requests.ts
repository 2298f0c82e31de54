// Valid requests of the calls about checkpoints, rounds and unavailabilities.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Line, Setting } from './requests.ts';

export function roundLines(rowOf: (of: Entity, setting: Setting) => Promise<string>): Record<string, Line> {
  const ofOne = (name: string): Line => ({
    of: name,
    request: async (setting) => ({ params: { id: await rowOf(entityNamed(name), setting) } }),
  });
  return {
    listCheckpoints: { request: () => ({}) },
    'remove:checkpoint': ofOne('checkpoint'),
    downloadCheckpointCodes: {
      of: 'checkpoint',
      status: 200,
      request: async (setting) => ({
        input: { checkpoints: [{ id: await rowOf(entityNamed('checkpoint'), setting), qrCodesQuantity: 1 }] },
      }),
    },
    'remove:round': ofOne('round'),
    'remove:unavailability': ofOne('unavailability'),
  };
}
