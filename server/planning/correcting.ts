// Correct a finished service (decision 85): writes frozen fields, with the reason in the history.
import { frozenReason } from '#core/kernel/frozen.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { handle } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { lockServices, prepare, readServices, writeServices } from './writing.ts';

export const correctHandler = handle(correctService, async (call) => {
  const { db, params, input } = call;
  const { reason, service } = input;
  if (!isUuid(params.id)) throw new Problem('missing', Service.missing);
  const [current] = await lockServices(db, [params.id]);
  if (!current) throw new Problem('missing', Service.missing);
  const prepared = await prepare([{ ...service, id: params.id }], call, { correction: { reason } });
  if (Object.keys(prepared[0]?.draft ?? {}).length === 0) throw new Problem('invalid', messages.nothingToSave);
  if (frozenReason(Service, current) === null)
    throw new Problem('conflict', 'Ce service n’est pas terminé : modifiez-le sans le corriger.');
  await correcting(db, reason, async () => {
    await writeServices(prepared, call, null, { reason });
    // A correction needs no publication: everybody who saw the service sees the corrected one.
    await db.query({
      name: 'publish-correction',
      text: 'update services s set published = service_facts(s) where (s.id = $1 or s.circuit_id = $1) and s.published_at is not null',
      values: [params.id],
    });
  });
  const [row] = await readServices(db, [params.id]);
  return { service: row as never };
});
