// Valid requests of the calls of checkpoints, rounds and unavailabilities.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Line, Setting } from './requests.ts';

export function roundLines(rowOf: (of: Entity, setting: Setting) => Promise<string>): Record<string, Line> {
  const ofOne = (name: string): Line => ({
    of: name,
    request: async (setting) => ({ params: { id: await rowOf(entityNamed(name), setting) } }),
  });
  /** Hidden with its service. */
  const ofServiceRound: Line = {
    of: 'service',
    request: async (setting) => {
      const { world, where } = setting;
      const [service, round] = [
        await rowOf(entityNamed('service'), setting),
        await rowOf(entityNamed('round'), { ...setting, mount: 'agency' }),
      ];
      const [row] = await world.sql<{ id: string }>(
        'insert into service_rounds (agency_id, id, service_id, round_id) values ($1, gen_random_uuid(), $2, $3) returning id',
        [where === 'foreign' ? world.otherAgency.id : world.agency.id, service, round],
      );
      return { params: { id: row?.id ?? '' } };
    },
  };
  return {
    'round:service': ofServiceRound,
    'roundReport:service': { ...ofServiceRound, status: 200 },
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
