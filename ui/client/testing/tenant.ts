// The page of another brand, as the server writes it.
import { defaultTenant, type Tenant } from '#core/tenant.ts';

/** Null: the product's own. */
export function showBrand(brand: Partial<Tenant> | null): void {
  document.getElementById('tenant')?.remove();
  if (!brand) return;
  const element = document.createElement('script');
  element.id = 'tenant';
  element.type = 'application/json';
  element.textContent = JSON.stringify(brand);
  document.head.append(element);
}

/** The product's own, with these modules. */
export const withModules = (modules: Partial<Tenant['modules']>): Partial<Tenant> => ({
  modules: { ...defaultTenant.modules, ...modules },
});
