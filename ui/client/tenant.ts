// The brand of this host; the server writes it into the page.
import { defaultTenant, type Tenant } from '#core/tenant.ts';

let known: { written: string; tenant: Tenant } | null = null;

export function tenant(): Tenant {
  const written = document.getElementById('tenant')?.textContent?.trim() ?? '';
  if (known?.written !== written) known = { written, tenant: read(written) };
  return known.tenant;
}

function read(written: string): Tenant {
  if (written === '') return defaultTenant;
  try {
    return { ...defaultTenant, ...(JSON.parse(written) as Partial<Tenant>) };
  } catch {
    return defaultTenant;
  }
}
