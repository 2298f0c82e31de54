// Pictures that a client names beside the save of an entity, whose own check is in server/kernel/references.ts.
import type { PhotoRef } from '#core/files/awaited.ts';
import { fileMessages } from '#core/files/files.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';
import { named, scopeOf } from '#server/kernel/plan.ts';
import { visibleTo } from './holders.ts';

/**
 * By id, with their SHA-256. Naming a file opens it to the readers of the record: it must be one that the caller may open.
 * `photos`: of the event that is applied, which are its sender's.
 */
export async function namedPictures(
  asked: readonly string[],
  path: string,
  call: Call,
  photos: readonly Pick<PhotoRef, 'id'>[] = [],
): Promise<Map<string, string>> {
  const ids = [...new Set(asked.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return new Map();
  const found = await call.db.query<{ id: string; hash: string }>(
    named(
      `select f.id, coalesce(f.hash, f.announced) as hash from files f where f.agency_id = app_agency() and f.id = any ($1::uuid[])
        and f.mime_type like 'image/%' and (f.id = any ($2::uuid[]) or ${visibleTo(call.asker, scopeOf(call))})`,
      [ids, photos.map(({ id }) => id)],
    ),
  );
  if (found.length < ids.length) {
    const message = fileMessages.invalid;
    throw new Problem('invalid', message, { violations: [{ path, message }] });
  }
  return new Map(found.map(({ id, hash }) => [id, hash]));
}
