// Notifications link to screens of the desk: the field opens its own screen of the same thing (N-065).
import { grouped } from '#ui/client/field-addresses.ts';

/** The field's address for a link of a notification or of the specification; null: there is none, or it is the field's already. */
export function openedLink(path: string, query: URLSearchParams): string | null {
  if (path === '/' || path === '/terrain' || path.startsWith('/terrain/')) return null;
  const service = query.get('service');
  if (path === '/my-planning' && service) return `/terrain/service/${encodeURIComponent(service)}`;
  if (path === '/my-planning' || path === '/home') return '/terrain';
  if (path === '/my-information-notes') return '/terrain/notes';
  if (path === '/notifications') return '/terrain/notifications';
  // B-052
  if (path === '/servicesNonPlanifies') return '/terrain/non-planifie';
  return grouped(path);
}

/** Only the desk shows it. */
export const isOfDesk = (path: string): boolean => path !== '/' && path !== '/terrain' && !path.startsWith('/terrain/');
