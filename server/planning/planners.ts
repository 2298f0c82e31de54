// Mails to the planners about acts of an agent in the field; open screens refresh by the audit line.
import type { Call } from '#server/kernel/call.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { recipientsIn } from './clock.ts';

export interface Recipient {
  address: string;
  name: string;
}

export interface Place {
  agency: string;
  url: string;
}

export async function notifyPlanners(
  reason: string,
  mail: (to: Recipient, place: Place) => Mail,
  { db, context, caller, services: { mailer, tenants }, host, now }: Call,
): Promise<void> {
  const agency = context.agency as string;
  const url = tenants.urlOf(tenants.of(host));
  const people = await recipientsIn(db, [agency]);
  await mailer.send(
    people.map(({ address, name, recipient }) => mail({ address, name: recipient }, { agency: name, url })),
    { db, agency, caller, host, reason, now },
  );
}
