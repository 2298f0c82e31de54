// The brand of a host name, over the defaults.
import { defaultTenant, type Tenant } from '#core/tenant.ts';
import type { Database } from '#server/db/database.ts';

export async function tenantOf(database: Database, host: string): Promise<Tenant> {
  const { rows } = await database.platform.query<{ settings: Partial<Tenant> }>(
    'select settings from tenants where host = $1',
    [host.toLowerCase()],
  );
  const settings = rows[0]?.settings ?? {};
  return { ...defaultTenant, ...settings, modules: { ...defaultTenant.modules, ...settings.modules } };
}
