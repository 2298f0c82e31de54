// The photo that the end of a service asks for (core/planning/end-photo.ts), on the agent's own path.
import { type EndPhotoRules, endPhotoReason } from '#core/planning/end-photo.ts';
import { fetchEndPhoto } from '#core/planning/lifecycle-calls.ts';
import { isEndOpen, roundsLeft } from '#core/rounds/left.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { roundsOfServices } from '#server/rounds/service-rounds.ts';
import { seenService } from './seen-service.ts';

/** N-051: the round that this agent walks has its last checkpoint not read. */
export async function isEndPointOpen(db: Db, service: string, agent: string): Promise<boolean> {
  const rounds = await roundsOfServices(db, [service]);
  return roundsLeft(rounds, [], agent).some(({ round, running }) => isEndOpen(round, running, []));
}

/** N-052, of the agency `a`. */
export const endPhotoRules = `json_build_object('service', a.service_end_photo, 'circuit', a.circuit_end_photo)`;

export const endPhotoHandler: Handler = handle(fetchEndPhoto, async ({ db, context, now, params }) => {
  const { startAt, endAt, openEnded, isCircuit, circuitStatus } = await seenService({ db, context }, params.id);
  const [agency] = await db.query<{ rules: EndPhotoRules }>({
    name: 'end-photo-rules',
    text: `select ${endPhotoRules} as rules from agencies a where a.id = app_agency()`,
  });
  const service = { start: Date.parse(startAt), end: Date.parse(endAt), openEnded, isCircuit, circuitStatus };
  const isOpen = context.agent !== null && (await isEndPointOpen(db, params.id, context.agent));
  return {
    why: endPhotoReason(service, agency?.rules ?? { service: false, circuit: false }, isOpen, now.getTime()),
  };
});
