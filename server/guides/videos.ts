// Videos, and the screens that they are shown on.
import { guideMessages } from '#core/guides/people-calls.ts';
import {
  listTutorialVideos,
  mostVideos,
  readScreenVideos,
  removeTutorialVideo,
  saveTutorialVideo,
  type TutorialVideo,
} from '#core/guides/video-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';

const columns = `v.id, v.version, ${utc('v.created_at')} as "createdAt", v.title, v.description, v.urls, v.routes`;
type Found = TutorialVideo & Record<string, unknown>;

const missing = (): Problem => new Problem('missing', guideMessages.missingVideo);

async function locked({ db }: Call, id: string): Promise<TutorialVideo> {
  const [found] = isUuid(id)
    ? await db.query<Found>({
        name: 'lock-video',
        text: `select ${columns} from tutorial_videos v where v.agency_id = platform_agency() and v.id = $1 for update`,
        values: [id],
      })
    : [];
  if (!found) throw missing();
  return found;
}

const changesOf = (before: TutorialVideo | null, after: TutorialVideo | null) =>
  Object.fromEntries(
    (['title', 'description', 'urls', 'routes'] as const)
      .map((name) => [name, { before: before?.[name] ?? null, after: after?.[name] ?? null }] as const)
      .filter(([, { before: old, after: now }]) => JSON.stringify(old) !== JSON.stringify(now)),
  );

export const videoHandlers: Handler[] = [
  handle(listTutorialVideos, async ({ db }) => ({
    videos: await db.query<Found>({
      name: 'list-videos',
      text: `select ${columns} from tutorial_videos v where v.agency_id = platform_agency() order by v.created_at desc, v.id desc limit ${mostVideos}`,
    }),
  })),
  handle(saveTutorialVideo, async (call) => {
    const { id, version, title, description, urls, routes } = call.input;
    const before = id ? await locked(call, id) : null;
    if (before && version !== undefined && before.version !== version)
      throw new Problem('conflict', guideMessages.changed);
    const places = routes.map((place) => ({ ...place, id: place.id ?? uuidv7() }));
    const [video] = await call.db.query<Found>({
      name: 'save-video',
      text: `insert into tutorial_videos as v (agency_id, id, title, description, urls, routes, created_at, updated_at)
        values (platform_agency(), $1, $2, $3, $4, $5, $6, $6)
        on conflict (agency_id, id) do update set title = excluded.title, description = excluded.description, urls = excluded.urls,
          routes = excluded.routes, updated_at = excluded.updated_at, version = v.version + 1
        returning ${columns}`,
      values: [before?.id ?? uuidv7(call.now.getTime()), title, description, urls, JSON.stringify(places), call.now],
    });
    const saved = video as Found;
    const action = before ? 'edit' : 'create';
    await writeAudit(call.db, call, {
      ...{ entity: 'tutorialVideo', id: saved.id, action, changes: changesOf(before, saved) },
    });
    return { video: saved };
  }),
  handle(removeTutorialVideo, async (call) => {
    const gone = await locked(call, call.params.id);
    await call.db.query({
      name: 'remove-video',
      text: 'delete from tutorial_videos where agency_id = platform_agency() and id = $1',
      values: [gone.id],
    });
    await writeAudit(call.db, call, {
      ...{ entity: 'tutorialVideo', id: gone.id, action: 'delete', changes: changesOf(gone, null) },
    });
  }),
  handle(readScreenVideos, async ({ db, input, services, host }) => {
    if (!services.tenants.of(host).tenant.modules.tutorials) return { videos: [] };
    return {
      videos: await db.query<Found>({
        name: 'screen-videos',
        text: `select v.id, v.title, v.description, v.urls from tutorial_videos v
          where v.agency_id = platform_agency() and v.routes @> jsonb_build_array(jsonb_build_object('route', $1::text))
          order by (select min((r ->> 'position')::integer) from jsonb_array_elements(v.routes) r where r ->> 'route' = $1), v.title, v.id limit 50`,
        values: [input.route],
      }),
    };
  }),
];
