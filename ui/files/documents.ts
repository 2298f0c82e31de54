// Documents that the server makes when they are asked for: PDF, pictures.
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
  /** What a POST makes it from. */
  input?: unknown;
  /** Default: the session's scope among the endpoint's mounts. */
  mount?: Mount;
}

export function documentUrl({ endpoint, params, query, mount }: Document): string {
  const path = pathOf(endpoint, mount ?? mountFor(endpoint, sessionStore.get()), params);
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

const preparing = 'Préparation du document…';

/** Whether it came; why not is told. */
export async function saveDocument(document: Document, name: string): Promise<boolean> {
  try {
    saveAs(await whileLoading(preparing, fetchContent(documentUrl(document), undefined, document.input)), name);
    return true;
  } catch (error) {
    notifyProblem(error);
    return false;
  }
}
