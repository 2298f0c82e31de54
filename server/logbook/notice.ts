// Tells the agency and the customer of an entry, as its type says (P-027).
import { eventLogged } from '#core/logbook/notifications.ts';
import type { EventType, TypeSettings } from '#core/logbook/types.ts';
import type { Call } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';

export interface Logged {
  id: string;
  type: EventType;
  settings: TypeSettings;
  site: string;
  at: string;
  text: string | null;
}

interface Place extends Record<string, unknown> {
  site: string;
  agency: string;
  moment: string;
  contacts: { address: string; firstname: string }[];
}

/** The call sees the whole agency. */
export async function notifyLogged({ id, type, settings, site, at, text }: Logged, call: Call): Promise<void> {
  const { notifyAgency, notifyCustomer, customerShow } = settings;
  const toCustomer = notifyCustomer && customerShow;
  if (!notifyAgency && !toCustomer) return;
  const [place] = await call.db.query<Place>({
    name: 'logged-place',
    text: `select s.name as site, g.name as agency, to_char($2::timestamptz at time zone g.time_zone, 'DD/MM/YYYY à HH24:MI') as moment,
        coalesce((select json_agg(json_build_object('address', c.email, 'firstname', c.firstname) order by c.id) from contacts c
          where c.agency_id = s.agency_id and c.customer_id = s.customer_id and c.send_customer_service_event_report and c.email is not null), '[]') as contacts
      from sites s join agencies g on g.id = s.agency_id where s.agency_id = app_agency() and s.id = $1`,
    values: [site, at],
  });
  if (!place) return;
  const title = `${type.label} : ${place.site}`;
  const said = [`${type.label}, le ${place.moment}, sur le site ${place.site}.`, ...(text ? [text] : [])];
  if (notifyAgency)
    await notify(
      call.db,
      eventLogged,
      [
        {
          to: 'holders',
          event: id,
          title,
          text: said.join('\n'),
          link: '/adminMc',
          action: 'Voir les mains courantes',
        },
      ],
      call,
    );
  const { mailer } = call.services;
  if (toCustomer && place.contacts.length > 0)
    await mailer.send(
      place.contacts.map(({ address, firstname }) => ({
        to: address,
        subject: `${place.agency} : ${title}`,
        paragraphs: [`Bonjour ${firstname},`, ...said],
      })),
      {
        db: call.db,
        agency: call.context.agency,
        caller: call.caller,
        host: call.host,
        reason: eventLogged.name,
        now: call.now,
      },
    );
}
