// Cards and mandates: the visit to the provider's pages, and what it brings.
import { Problem } from '#core/kernel/problem.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import type { KnownMethod, Payer, Provider, ProviderName } from './provider.ts';
import { Refused, Unknown } from './provider.ts';
import { providersOf } from './providers.ts';

/** A provider that answers nothing, or refuses, is said in French. */
export async function atProvider<T>(work: Promise<T>, otherwise: string = paymentMessages.unreachable): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Unknown) throw new Problem('conflict', paymentMessages.unreachable);
    if (error instanceof Refused) throw new Problem('conflict', otherwise);
    throw error;
  }
}

const within = <T>({ database }: Services, agency: string, work: (db: Db) => Promise<T>): Promise<T> =>
  database.transaction({ ...nobody, agency }, work);

export async function payerOf(db: Db): Promise<Payer> {
  const [row] = await db.query<Payer & Record<string, unknown>>({
    name: 'payer',
    text: `select id as agency, name, email, nullif(street, '') as street, nullif(zipcode, '') as zipcode, nullif(city, '') as city, country from agencies where id = app_agency()`,
  });
  const payer = row as Payer;
  // Z-024
  if (!payer.street || !payer.city) throw new Problem('conflict', paymentMessages.addressRequired);
  return payer;
}

export const customerOf = async (db: Db, provider: ProviderName): Promise<string | null> =>
  (
    await db.query<{ ref: string }>({
      name: 'payment-customer',
      text: 'select ref from payment_customers where agency_id = app_agency() and provider = $1',
      values: [provider],
    })
  )[0]?.ref ?? null;

/** The first one is the agency's; its key makes a second request answer the same. */
export async function createCustomer(services: Services, agency: string, provider: Provider): Promise<string> {
  const { known, payer } = await within(services, agency, async (db) => ({
    known: await customerOf(db, provider.name),
    payer: await payerOf(db),
  }));
  if (known || !provider.createCustomer) return known ?? '';
  const ref = await atProvider(provider.createCustomer(payer), paymentMessages.customerFailed);
  return within(services, agency, async (db) => {
    await db.query({
      name: 'keep-payment-customer',
      text: 'insert into payment_customers (agency_id, provider, ref) values (app_agency(), $1, $2) on conflict do nothing',
      values: [provider.name, ref],
    });
    return (await customerOf(db, provider.name)) as string;
  });
}

/** Written before the provider is asked; its answer is the address to go to. */
export async function startSetup(
  services: Services,
  agency: string,
  provider: Provider,
  { action, url }: { action: string; url: string },
): Promise<string> {
  const id = uuidv7();
  const { payer, customer } = await within(services, agency, async (db) => {
    const found = { payer: await payerOf(db), customer: await customerOf(db, provider.name) };
    // Z-022: the screen creates it, and asks again.
    if (provider.createCustomer && !found.customer) throw new Problem('conflict', paymentMessages.noCustomer);
    await db.query({
      name: 'start-payment-setup',
      text: 'insert into payment_setups (agency_id, id, provider, action) values (app_agency(), $1, $2, $3)',
      values: [id, provider.name, action],
    });
    return found;
  });
  const back = `${url}/payment-return?to=${action}`;
  const started = await atProvider(
    provider.startSetup({ id, payer, customer, returnUrl: `${back}&setup=${id}`, exitUrl: back }),
  );
  await within(services, agency, (db) =>
    db.query({
      name: 'refer-payment-setup',
      text: 'update payment_setups set ref = $2 where agency_id = app_agency() and id = $1',
      values: [id, started.ref],
    }),
  );
  return started.url;
}

async function keepMethod(db: Db, provider: ProviderName, method: KnownMethod): Promise<void> {
  await db.query({
    name: 'keep-payment-method',
    text: `insert into payment_methods (agency_id, id, type, provider, ref, customer_ref, enabled, name, number, expiration, brand, holder_name, bank_name, account_number)
      values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict (agency_id, provider, ref) do update set enabled = excluded.enabled, updated_at = now()`,
    values: [
      ...[uuidv7(), method.type, provider, method.ref, method.customer, method.enabled, method.name, method.number],
      ...[method.expiration, method.brand, method.holderName, method.bankName, method.accountNumber],
    ],
  });
  // The first one is the default.
  await db.query({
    name: 'first-method-is-default',
    text: `update payment_methods set is_default = true where agency_id = app_agency() and provider = $1 and ref = $2 and enabled and removed_at is null
      and not exists (select from payment_methods m where m.agency_id = app_agency() and m.is_default)`,
    values: [provider, method.ref],
  });
}

/** By the screen that came back, and by the provider's event: whoever comes first. */
export async function finishSetup(services: Services, agency: string, id: string): Promise<'open' | 'done' | 'failed'> {
  const [setup] = await within(services, agency, (db) =>
    db.query<{ provider: ProviderName; ref: string | null; state: 'open' | 'done' | 'failed' }>({
      name: 'payment-setup',
      text: 'select provider, ref, state from payment_setups where agency_id = app_agency() and id = $1',
      values: [id],
    }),
  );
  if (!setup) throw new Problem('missing', 'Demande introuvable');
  const provider = providersOf(services.environment)[setup.provider];
  if (setup.state !== 'open' || !setup.ref || !provider) return setup.state;
  const outcome = await atProvider(provider.readSetup(setup.ref));
  if (outcome.state === 'open') return 'open';
  await within(services, agency, async (db) => {
    if (outcome.method) await keepMethod(db, setup.provider, outcome.method);
    await db.query({
      name: 'finish-payment-setup',
      text: 'update payment_setups set state = $2 where agency_id = app_agency() and id = $1',
      values: [id, outcome.state],
    });
  });
  return outcome.state;
}

export async function finishByRef(services: Services, provider: ProviderName, ref: string): Promise<void> {
  const { rows } = await services.database.platform.query<{ agency: string; id: string }>({
    name: 'setup-by-ref',
    text: 'select agency_id as agency, id from payment_setups where provider = $1 and ref = $2',
    values: [provider, ref],
  });
  for (const { agency, id } of rows) await finishSetup(services, agency, id);
}

/** A card that was detached, a mandate that was cancelled or expired: shown with a cross (Z-020). */
export async function lookAtMethod(services: Services, provider: ProviderName, ref: string): Promise<void> {
  const asked = providersOf(services.environment)[provider];
  if (!asked) return;
  const enabled = await asked.isUsable(ref);
  await services.database.platform.query({
    name: 'enable-payment-method',
    text: 'update payment_methods set enabled = $3, updated_at = now() where provider = $1 and ref = $2 and enabled <> $3',
    values: [provider, ref, enabled],
  });
}
