// Files on their way to and from the server, with the token and its renewal as for every call.
import { downloadFile, linkFile, uploadFiles, zipFiles } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { authenticated, call, pathOf, refusalOf } from '../client/call.ts';
import { connectionLost, connectionWorks } from '../client/connection.ts';
import { mountFor, sessionStore } from '../client/session-state.ts';
import { currentTokens } from '../client/tokens.ts';
import { type Answer, apiBase, NetworkProblem, parseJson } from '../client/transport.ts';
import { whileLoading } from '../loading.ts';
import { saveAs } from '../saveAs.ts';

export interface Sending {
  /** From 0 to 1. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

const aborted = (): DOMException => new DOMException('Annulé', 'AbortError');

/** By XMLHttpRequest: fetch does not tell how much has left. */
function send(path: string, file: File, { onProgress, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const lost = (): void => {
      connectionLost();
      reject(new NetworkProblem());
    };
    request.open(uploadFiles.method, apiBase + path);
    request.setRequestHeader('accept', 'application/json');
    const token = currentTokens()?.token;
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      if (request.status === 502 || request.status === 504) {
        lost();
        return;
      }
      connectionWorks();
      resolve({ status: request.status, body: parseJson(request.responseText) });
    };
    request.onerror = lost;
    request.onabort = () => reject(aborted());
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    const body = new FormData();
    body.append('file', file, file.name);
    request.send(body);
  });
}

export async function uploadFile(file: File, sending: Sending = {}): Promise<StoredFile> {
  const path = pathOf(uploadFiles, mountFor(uploadFiles, sessionStore.get()));
  const answer = await authenticated(() => send(path, file, sending));
  if (answer.status >= 400) throw refusalOf(answer);
  return (answer.body as { file: StoredFile }).file;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function receive(path: string, init: Asked, signal?: AbortSignal): Promise<Blob> {
  const answer = await authenticated(async (): Promise<Answer> => {
    const token = currentTokens()?.token;
    const headers = { ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    try {
      const response = await fetch(apiBase + path, { ...init, headers, signal: signal ?? null });
      const { ok, status } = response;
      return { status, body: ok ? await response.blob() : parseJson(await response.text()) };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      connectionLost();
      throw new NetworkProblem(undefined, { cause });
    }
  });
  connectionWorks();
  if (answer.status >= 400) throw refusalOf(answer);
  return answer.body as Blob;
}

const posting = (input: unknown): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
});

/** The content of a file, by the address it bears; with an input, of one that is made from it. */
export const fetchContent = (url: string, signal?: AbortSignal, input?: unknown): Promise<Blob> =>
  receive(url, input === undefined ? {} : posting(input), signal);

/** The address of a file of which only the id is known. */
export const urlOfFile = (id: string): string =>
  pathOf(downloadFile, mountFor(downloadFile, sessionStore.get()), { id });

const fetchZip = (files: readonly StoredFile[]): Promise<Blob> =>
  receive(pathOf(zipFiles, mountFor(zipFiles, sessionStore.get())), posting({ urls: files.map(({ url }) => url) }));

export async function download(file: StoredFile): Promise<void> {
  saveAs(await fetchContent(file.url), file.name);
}

/**
 * In a tab of its own, by a link that opens it for a few minutes. The tab is opened before the link is there: later the
 * browser would take it for one that nobody asked for.
 */
export async function openInTab(file: StoredFile): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) throw new Error('Votre navigateur a empêché l’ouverture d’un nouvel onglet.');
  try {
    const { url } = await call(linkFile, { params: { id: file.id } });
    tab.opener = null;
    tab.location.replace(apiBase + url);
  } catch (error) {
    tab.close();
    throw error;
  }
}

export async function downloadAll(files: readonly StoredFile[], name: string): Promise<void> {
  const [only] = files;
  if (files.length === 1 && only) await download(only);
  else saveAs(await whileLoading('Préparation de l’archive…', fetchZip(files)), `${name}.zip`);
}
