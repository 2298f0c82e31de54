// Whether this device is revoked: asked without a session and without the code, by a key that opens nothing else.
import { deviceStanding } from '#core/field/hand-over-calls.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { sayOpenly } from './calls.ts';
import type { Device } from './store/database.ts';

export type Stands = Pick<Output<typeof deviceStanding>, 'state' | 'until'>;

/** Null: nobody answered, or the key is not known: nothing is concluded. */
export async function askStanding({ agency, id, standing }: Device): Promise<Stands | null> {
  if (standing === undefined) return null;
  const said = await sayOpenly(deviceStanding, { agency, device: id, key: standing });
  return said.status === 200 ? (said.body as Stands) : null;
}
