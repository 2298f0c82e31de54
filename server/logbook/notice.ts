// Tells the agency and the customer of an entry, as its type says (P-027).
import { eventLogged, siteEventLogged } from '#core/logbook/notifications.ts';
import type { EventType, TypeSettings } from '#core/logbook/types.ts';
import type { Call } from '#server/kernel/call.ts';
import { notify, settleAll } from '#server/notifications/notify.ts';

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
  moment: string;
  /** Of the customer, if the site opens its daily log to him (C-018); those who receive the daily log are also mailed. */
  contacts: { id: string; mailed: boolean }[];
}

/** The call sees the whole agency. */
export async function notifyLogged({ id, type, settings, site, at, text }: Logged, call: Call): Promise<void> {
  const { notifyAgency, notifyCustomer, customerShow } = settings;
  const toCustomer = notifyCustomer && customerShow;
  if (!notifyAgency && !toCustomer) return;
  const [place] = await call.db.query<Place>({
    name: 'logged-place',
    text: `select s.name as site, to_char($2::timestamptz at time zone g.time_zone, 'DD/MM/YYYY à HH24:MI') as moment,
        coalesce((select json_agg(json_build_object('id', c.id, 'mailed', c.send_customer_service_event_report) order by c.id) from contacts c
          where c.agency_id = s.agency_id and c.customer_id = s.customer_id and 'readDailyLogs' = any (s.rights_customer)), '[]') as contacts
      from sites s join agencies g on g.id = s.agency_id where s.agency_id = app_agency() and s.id = $1`,
    values: [site, at],
  });
  if (!place) return;
  const title = `${type.label} : ${place.site}`;
  const said = [`${type.label}, le ${place.moment}, sur le site ${place.site}.`, ...(text ? [text] : [])];
  const notice = { event: id, title, text: said.join('\n'), action: 'Voir les mains courantes' };
  if (notifyAgency)
    await notify(call.db, eventLogged, [{ ...notice, to: 'holders', link: `/adminMc?open=${id}` }], call);
  if (!toCustomer) return;
  const those = (mailed: boolean) => ({
    agents: place.contacts.filter((contact) => contact.mailed === mailed).map((contact) => contact.id),
  });
  const link = `/customerMc?open=${id}`;
  const notices = [
    { ...notice, to: those(true), link },
    { ...notice, to: those(false), link, mail: null },
  ];
  await notify(call.db, siteEventLogged, notices, call);
}

/** It did not happen. */
export async function settleLogged(id: string, { db, now }: Call): Promise<void> {
  for (const kind of [eventLogged, siteEventLogged]) await settleAll(db, kind, [id], now);
}
