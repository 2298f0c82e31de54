// Fields encrypted at rest (core/kernel/sealed.ts): AES-256-GCM with a key from SECRET and the agency, bound to the
// record and the field. Stored as « key:hint:content », so that SQL can mask it and a rotation knows its key.
import { type Entity, valueAt, withValueAt } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { hintOf, maskOf, sealedFields } from '#core/kernel/sealed.ts';
import { missingRight } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { type Secrets, seal, secretOf, unseal } from '#server/sealing.ts';
import { type Changes, writeAudit } from './audit.ts';
import type { Call } from './call.ts';
import { columnOf, nameAt } from './names.ts';
import type { Plan } from './plan.ts';
import { isUuid } from './uuid.ts';

/** The record and field of a value; it cannot be opened in another place. */
export interface SealedPlace {
  agency: string;
  entity: string;
  id: string;
  path: string;
}

const bindingOf = ({ agency, entity, id, path }: SealedPlace): { purpose: `field:${string}`; boundTo: string } => ({
  purpose: `field:${agency}`,
  boundTo: `${entity}/${id.toLowerCase()}/${path}`,
});

export function sealText(secrets: Secrets, place: SealedPlace, plain: string): string {
  const content = seal({ secret: secrets.secret, ...bindingOf(place) }, Buffer.from(plain));
  return `${secretOf(secrets).id}:${hintOf(plain)}:${content.toString('base64url')}`;
}

/** Throws if the value was changed, copied to another place, or sealed with an unknown SECRET. */
export function openText(secrets: Secrets, place: SealedPlace, kept: string): string {
  const [key = '', , content = ''] = kept.split(':');
  const { secret } = secretOf(secrets, key);
  return unseal({ secret, ...bindingOf(place) }, Buffer.from(content, 'base64url')).toString();
}

/** The mask of a stored value, same as core's `maskOf`. */
export const maskedSql = (column: string): string => `rtrim('${maskOf('')} ' || split_part(${column}, ':', 2))`;

type Values = Record<string, unknown>;

/** The draft with its sealed fields encrypted. */
export function sealDraft(of: Entity, call: Pick<Call, 'context' | 'services'>, id: string, draft: Values): Values {
  let kept = draft;
  for (const [path] of sealedFields(of)) {
    const plain = valueAt(draft, path);
    if (typeof plain !== 'string') continue;
    const place = { agency: call.context.agency as string, entity: of.name, id, path };
    kept = withValueAt(kept, path, sealText(call.services.environment, place, plain));
  }
  return kept;
}

/** Records that a value was set, changed or cleared, never the value: two values may have the same mask. */
export function hideSealed(of: Entity, changes: Changes, before: Values, drafted: (path: string) => unknown): Changes {
  const masked = { ...changes };
  for (const [path] of sealedFields(of)) {
    delete masked[path];
    const [was, is] = [valueAt(before, path) ?? null, drafted(path)];
    if (is === undefined || (was === null && is === null)) continue;
    masked[path] = { before: was === null ? null : maskOf(''), after: is === null ? null : maskOf('') };
  }
  return masked;
}

/** Reveals one value and adds a line to the record's history. */
export async function reveal(plan: Plan, call: Call): Promise<{ value: string | null }> {
  const { of } = plan;
  const { id, field: path } = call.params as { id: string; field: string };
  const field = plan.placeOf(path)?.field;
  if (!field?.sealed) throw new Problem('invalid', 'Donnée inconnue');
  if (field.right && !can(call.asker, [field.right]))
    throw new Problem('forbidden', missingRight(field.right), { right: field.right });
  const [row] = isUuid(id)
    ? await call.db.query<{ kept: string | null }>({
        text: `select ${columnOf(nameAt(path), field)} as kept from ${of.table} where id = $1`,
        values: [id],
      })
    : [];
  if (!row) throw new Problem('missing', of.missing);
  if (row.kept === null) return { value: null };
  const place = { agency: call.context.agency as string, entity: of.name, id, path };
  const value = openText(call.services.environment, place, row.kept);
  await writeAudit(call.db, call, {
    entity: of.name,
    id,
    action: 'reveal',
    changes: { [path]: { before: null, after: null } },
  });
  return { value };
}
