// Those who plan, told at once by mail of what an agent does in the field; the line of history tells those who look.
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

export async function tellPlanners(
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
