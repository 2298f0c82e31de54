// The active sites around a point, nearest first.
import { defaultPoint, type Location } from '#core/addresses/addresses.ts';
import { activeStatus } from '#core/roles.ts';
import { sitePositions } from '#core/sites/positions.ts';
import { degreesAround } from '#server/addresses/around.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

const most = 200;
const reach = 50_000;

export const positionHandlers: Handler[] = [
  handle(sitePositions, async ({ db, context, input }) => {
    const [agency] = input.near
      ? []
      : await db.query<Location & Record<string, unknown>>({
          name: 'agency-place',
          text: 'select latitude, longitude from agencies where id = $1 and latitude is not null',
          values: [context.agency],
        });
    const centre = input.near ?? (agency ? { latitude: agency.latitude, longitude: agency.longitude } : defaultPoint);
    const { height, width } = degreesAround(centre, reach);
    const found = await db.query<{ id: string; name: string; latitude: number; longitude: number }>({
      name: 'site-positions',
      text: `select id, name, latitude, longitude from sites where status = $5
          and latitude between $1::float8 - $3::float8 and $1::float8 + $3::float8 and longitude between $2::float8 - $4::float8 and $2::float8 + $4::float8
        order by power((latitude - $1::float8) / $3::float8, 2) + power((longitude - $2::float8) / $4::float8, 2), id limit ${most}`,
      values: [centre.latitude, centre.longitude, height, width, activeStatus],
    });
    return {
      centre,
      positions: found.map(({ id, name, latitude, longitude }) => ({ id, name, location: { latitude, longitude } })),
    };
  }),
];
