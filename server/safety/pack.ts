// What a phone needs to watch over its agent (core/field/pack.ts). No right opens it: protection is not a favour.
import type { Pack } from '#core/field/pack.ts';
import type { Db } from '#server/db/database.ts';

export async function safetyOf(sites: readonly string[], db: Db): Promise<Pack['safety']> {
  const [row] = await db.query<Omit<Pack['safety'], 'sites'> & { sites: Pack['safety']['sites'] | null }>({
    name: 'pack-safety',
    text: `select g.lone_worker as active, g.pause_on_break as "pauseOnBreak", g.pti_frequency as frequency, g.inactivity_delay as inactivity,
        g.fall_wait as "fallWait", coalesce(g.alarm_phone, g.phone[1]) as phone,
        (select json_object_agg(s.id, json_build_object('radius', s.radius,
            'centre', case when s.latitude is not null then json_build_object('latitude', s.latitude, 'longitude', s.longitude) end))
          from sites s where s.agency_id = g.id and s.id = any ($1::uuid[]) and s.lone_worker) as sites
      from agencies g where g.id = app_agency()`,
    values: [sites],
  });
  return { ...(row as Omit<Pack['safety'], 'sites'>), sites: row?.sites ?? {} };
}
