// The brand of this host; the server writes it into the page.
import { defaultTenant, type Tenant } from '#core/tenant.ts';

let known: Tenant | null = null;

export function tenant(): Tenant {
  if (!known) {
    const written = document.getElementById('tenant')?.textContent;
    try {
      known = written?.trim() ? { ...defaultTenant, ...(JSON.parse(written) as Partial<Tenant>) } : defaultTenant;
    } catch {
      known = defaultTenant;
    }
  }
  return known;
}
