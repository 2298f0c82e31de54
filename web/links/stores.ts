// App stores with the application of this brand (AG-012).
import { isLink } from '#core/kernel/html.ts';
import { tenant } from '#ui/client/tenant.ts';

const names = { apple: 'App Store', google: 'Google Play', apk: 'Fichier APK' } as const;

export interface Store {
  name: string;
  url: string;
}

export function stores(): Store[] {
  const { stores: links, modules } = tenant();
  if (!modules.appStores) return [];
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((key) => {
    const url = links[key];
    return url && isLink(url) ? [{ name: names[key], url }] : [];
  });
}
