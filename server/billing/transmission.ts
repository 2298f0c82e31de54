// What a platform says of issued invoices, through a call that it signs with a secret of the agency.
import { createHmac } from 'node:crypto';
import { Invoice } from '#core/billing/invoice.ts';
import {
  eventMessages,
  eventWindow,
  readEventKey,
  receiveInvoiceEvent,
  renewEventKey,
  signedText,
} from '#core/billing/transmission.ts';
import { Problem } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, type Services } from '#server/kernel/call.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { isSame, keyedDigest } from '#server/secret.ts';

async function roundOf(db: Db): Promise<number> {
  const [row] = await db.query<{ round: number }>({
    name: 'event-key-round',
    text: 'select round from invoice_event_keys where agency_id = app_agency()',
  });
  return row?.round ?? 1;
}

export const eventSecret = (secret: string, agency: string, round: number): string =>
  keyedDigest(secret, 'invoice-events', `${agency} ${round}`);

const keyOf = async ({ db, services, context }: Call): Promise<{ secret: string; url: string }> => {
  const { environment, tenants } = services;
  const agency = context.agency as string;
  return {
    secret: eventSecret(environment.secret, agency, await roundOf(db)),
    url: `${tenants.urlOf(tenants.of('*'))}/api/invoice-events/${agency}`,
  };
};

/** Of the current secret of the server, and of the one before while it is being replaced. */
const signers = ({ environment: { secret, previousSecret } }: Services): string[] =>
  previousSecret === null ? [secret] : [secret, previousSecret];

export const transmissionHandlers: Handler[] = [
  handle(receiveInvoiceEvent, async ({ params, input, services, now }) => {
    const agency = params.agency.toLowerCase();
    const { signature, ...event } = input;
    // Nothing is told of an agency to who has not its secret.
    const round = isUuid(agency) ? await services.database.transaction({ ...nobody, agency }, (db) => roundOf(db)) : 1;
    const isSigned = signers(services).some((secret) =>
      isSame(
        signature.toLowerCase(),
        createHmac('sha256', eventSecret(secret, agency, round))
          .update(signedText(event))
          .digest('hex'),
      ),
    );
    if (!isSigned || !isUuid(agency)) throw new Problem('forbidden', eventMessages.signature);
    if (Math.abs(now.getTime() - Date.parse(event.sentAt)) > eventWindow)
      throw new Problem('conflict', eventMessages.late);
    return services.database.transaction({ ...nobody, agency }, async (db) => {
      const [invoice] = await db.query<{ id: string }>({
        name: 'invoice-of-event',
        text: `select id from invoices where agency_id = app_agency() and number = $1 and issued_at is not null`,
        values: [event.number],
      });
      if (!invoice) throw new Problem('missing', eventMessages.unknown);
      const noted = await db.query({
        name: 'note-invoice-event',
        text: `insert into invoice_states (agency_id, id, invoice_id, state, at, reason, event, created_at)
          values (app_agency(), $1, $2, $3, $4, $5, $6, $7) on conflict on constraint invoice_states_event do nothing returning id`,
        values: [uuidv7(now.getTime()), invoice.id, event.state, event.at, event.reason ?? null, event.id, now],
      });
      if (noted.length > 0)
        await writeAudit(
          db,
          { caller: null, context: { ...nobody, agency }, now },
          {
            ...{ entity: Invoice.name, id: invoice.id, action: 'state' },
            changes: { transmission: { before: null, after: event.state } },
          },
        );
      return { accepted: noted.length > 0 };
    });
  }),

  handle(readEventKey, keyOf),

  handle(renewEventKey, async (call) => {
    await call.db.query({
      name: 'renew-event-key',
      text: `insert into invoice_event_keys as k (agency_id, round) values (app_agency(), 2) on conflict (agency_id) do update set round = k.round + 1`,
    });
    await writeAudit(call.db, call, { entity: 'agency', id: call.context.agency as string, action: 'renewEventKey' });
    return keyOf(call);
  }),
];
