// Documents that the server generates on request: PDF, pictures.
import type { Endpoint, Mount } from '#core/kernel/endpoint.ts';
import { pathOf } from '../client/call.ts';
import { mountFor, sessionStore } from '../client/session-state.ts';
import { whileLoading } from '../loading.ts';
import { notifyProblem } from '../notify.ts';
import { saveAs } from '../saveAs.ts';
import { fetchContent } from './upload.ts';

export interface Document {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Body of a POST. */
  input?: unknown;
  /** Default: the mount of the endpoint that fits the session's scope. */
  mount?: Mount;
}

export function documentUrl({ endpoint, params, query, mount }: Document): string {
  const path = pathOf(endpoint, mount ?? mountFor(endpoint, sessionStore.get()), params);
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

const preparing = 'Préparation du document…';

/** Returns true if the document was saved; failures are reported to the user. */
export async function saveDocument(document: Document, name: string): Promise<boolean> {
  try {
    saveAs(await whileLoading(preparing, fetchContent(documentUrl(document), undefined, document.input)), name);
    return true;
  } catch (error) {
    notifyProblem(error);
    return false;
  }
}
