import { type AgencyContact, readAgencyContact } from '#core/agencies/contact.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

export const agencyHandlers: Handler[] = [
  handle(readAgencyContact, async ({ db }) => {
    const [row] = await db.query<{ contact: AgencyContact }>({
      name: 'agency-contact',
      text: `select json_build_object('name', name, 'email', email, 'phone', phone, 'address', json_build_object('street', street, 'zipcode', zipcode,
          'city', city, 'country', country, 'location',
          case when latitude is not null and longitude is not null then json_build_object('latitude', latitude, 'longitude', longitude) end)) as contact
        from agencies where id = app_agency()`,
    });
    if (!row) throw new Problem('missing', 'Agence introuvable');
    return row;
  }),
];
