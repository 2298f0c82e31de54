// Known addresses, found by words or around a point, among the records the caller may list.
import { fetchAddresses, type KnownAddress, type Location, shortestQuery } from '#core/addresses/addresses.ts';
import type { Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { degreesAround } from './around.ts';

type Asked = Call<typeof fetchAddresses>;

const offered = 8;
/** Limit for common words. */
const considered = 300;
/** Beyond two kilometres, the nearest known address may be in another town. */
const nearby = 2_000;

interface Source {
  table: string;
  /** A customer on his own path has few records: read them directly instead of searching all. */
  found: (call: Asked) => string;
}

const searched =
  (entity: string, own: string) =>
  (call: Asked): string =>
    call.context.customer
      ? `${own} = app_customer() and address_holds($1, street, zipcode, city)`
      : `id = any (array(select search_some('address:${entity}', $1, ${considered})))`;

function sourcesFor(call: Asked): Source[] {
  const lists = (right: Right): boolean => can(call.asker, [right]);
  return [
    ...(lists('listSites') ? [{ table: 'sites', found: searched('site', 'customer_id') }] : []),
    // A customer needs no right to see himself.
    ...(lists('listCustomers') || call.context.customer
      ? [{ table: 'customers', found: searched('customer', 'id') }]
      : []),
    { table: 'agencies', found: () => 'id = app_agency() and address_holds($1, street, zipcode, city)' },
  ];
}

const columns = 'street, zipcode, city, country, latitude, longitude';

const located = `case when latitude is null then null else json_build_object('latitude', latitude, 'longitude', longitude) end as location`;

/** Each address once, with its position if known; addresses that start with the query come first. */
const addresses = (known: string): string => `
  select street, zipcode, city, country, ${located} from (
    select distinct on (search_words_of(street), zipcode, search_words_of(city)) ${columns} from (${known}) k where street is not null
    order by search_words_of(street), zipcode, search_words_of(city), latitude is null) a
  order by starts_with(search_words_of(street), search_words_of($1)) desc, street collate "fr-x-icu", city collate "fr-x-icu" limit ${offered}`;

/** Each town once, at the centre of its known addresses; the most frequent first. */
const towns = (known: string): string => `
  select null as street, zipcode, city, country, ${located} from (
    select zipcode, mode() within group (order by city) as city, country, avg(latitude) as latitude, avg(longitude) as longitude, count(*) as known
    from (${known}) k where city is not null group by zipcode, search_words_of(city), country) t
  order by starts_with(search_words_of(city), search_words_of($1)) desc, known desc, city, zipcode limit ${offered}`;

async function byWords(call: Asked, query: string, part: 'street' | 'city'): Promise<KnownAddress[]> {
  const known = sourcesFor(call).map(({ table, found }) => `select ${columns} from ${table} where ${found(call)}`);
  // A word may match a street of a town with another name.
  const fits =
    part === 'city'
      ? known.map((one) => `select * from (${one}) f where address_holds($1, null, zipcode, city)`)
      : known;
  return call.db.query<KnownAddress & Record<string, unknown>>({
    text: (part === 'city' ? towns : addresses)(fits.join(' union all ')),
    values: [query],
  });
}

async function around(call: Asked, near: Location): Promise<KnownAddress[]> {
  const { height, width } = degreesAround(near, nearby);
  const known = sourcesFor(call).map(
    ({ table }) =>
      `select ${columns} from ${table} where latitude between $1 - $3::float8 and $1 + $3::float8 and longitude between $2 - $4::float8 and $2 + $4::float8`,
  );
  return call.db.query<KnownAddress & Record<string, unknown>>({
    text: `select street, zipcode, city, country, ${located} from (${known.join(' union all ')}) k where city is not null
      order by power((latitude - $1::float8) / $3::float8, 2) + power((longitude - $2::float8) / $4::float8, 2) limit 1`,
    values: [near.latitude, near.longitude, height, width],
  });
}

export const addressHandlers: Handler[] = [
  handle(fetchAddresses, async (call) => {
    const { query, part, near } = call.input;
    if (near) return { addresses: await around(call, near) };
    const words = query?.trim() ?? '';
    return { addresses: words.length < shortestQuery ? [] : await byWords(call, words, part ?? 'street') };
  }),
];
