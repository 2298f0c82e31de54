// A person's own picture, stored on the profile of the path.
import { fileMessages, isImage, saveOwnPicture } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { visibleTo } from './holders.ts';

type Named = Pick<StoredFile, 'id' | 'name'>;

function faultOf(file: StoredFile | undefined): string | null {
  if (!file) return 'Fichier introuvable';
  if (file.awaited) return fileMessages.awaited;
  return isImage(file.mimeType) ? null : 'Image attendue';
}

export const ownPictureHandler: Handler = handle(saveOwnPicture, async (call) => {
  const { profile, input } = call;
  if (!profile) throw new Problem('forbidden', messages.notYours);
  // Only a file that he may open: the picture would open it to others, and to himself.
  const [file] = input.file
    ? await call.db.query<{ file: StoredFile }>({
        text: `select file_json(f, app_file_url(f.id)) as file from files f
          where f.id = $1 and ${visibleTo(call.asker, scopeOf(call))}`,
        values: [input.file.id],
      })
    : [];
  const fault = input.file ? faultOf(file?.file) : null;
  if (fault) throw new Problem('invalid', fault, { violations: [{ path: 'file', message: fault }] });
  const [table, entity] = profile.kind === 'AGENCY' ? ['agents', 'agent'] : ['contacts', 'contact'];
  // As the platform: people cannot write their own row, except this field.
  await call.services.database.platformTransaction(async (db) => {
    const where = 'where t.agency_id = $1 and t.id = $2';
    const [row] = await db.query<{ before: Named | null }>({
      text: `select (select json_build_object('id', f.id, 'name', f.name) from files f where f.agency_id = t.agency_id and f.id = t.profile_picture_id) as before
        from ${table} t ${where} for update`,
      values: [profile.agencyId, profile.id],
    });
    const before = row?.before ?? null;
    const after = file ? { id: file.file.id, name: file.file.name } : null;
    if (before?.id === after?.id) return;
    await db.query({
      text: `update ${table} t set profile_picture_id = $3, version = version + 1 ${where}`,
      values: [profile.agencyId, profile.id, after?.id ?? null],
    });
    await writeAudit(db, call, {
      entity,
      id: profile.id,
      action: 'edit',
      changes: { profilePicture: { before, after } },
    });
  });
  return { profilePicture: file?.file ?? null };
});
