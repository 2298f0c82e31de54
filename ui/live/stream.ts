// One live stream per session and path: the tab that holds the lock reads it and broadcasts it to the other tabs.
import { heartbeat, type LiveEvent } from '#core/live/live.ts';
import { renewTokens } from '../client/renewal.ts';
import { store } from '../client/store.ts';
import { currentTokens } from '../client/tokens.ts';
import { apiBase } from '../client/transport.ts';

const firstPause = 1_000;
const longestPause = 30_000;
/** Without a heartbeat for this long, the connection is dead. */
const heartbeatTimeout = heartbeat * 2.5;

/** Whether changes of others arrive, read by this tab or by another one. */
export const streamWorks = store(false);
let silence: ReturnType<typeof setTimeout> | undefined;
function heard(): void {
  clearTimeout(silence);
  silence = setTimeout(() => streamWorks.set(false), heartbeatTimeout);
  streamWorks.set(true);
}
function unheard(): void {
  clearTimeout(silence);
  streamWorks.set(false);
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });

/** Splits the text into complete messages and the incomplete rest. */
export function messagesIn(text: string): { events: LiveEvent[]; rest: string } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  const events = parts.flatMap((part) => (part.startsWith('data: ') ? [JSON.parse(part.slice(6)) as LiveEvent] : []));
  return { events, rest };
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  const token = currentTokens()?.token ?? '';
  const answer = await fetch(apiBase + path, { headers: { authorization: `Bearer ${token}` }, signal });
  if (answer.status === 401) await renewTokens(token);
  if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`);
  return answer;
}

/** Null: a sign of life. */
type OnMessage = (event: LiveEvent | null) => void;

/** Reads one stream to its end. */
async function read(path: string, onMessage: OnMessage, signal: AbortSignal): Promise<void> {
  const own = new AbortController();
  const abort = (): void => own.abort();
  signal.addEventListener('abort', abort);
  let watchdog = setTimeout(abort, heartbeatTimeout);
  try {
    const answer = await ask(path, own.signal);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, heartbeatTimeout);
      const { events, rest } = messagesIn(text + decoder.decode(value, { stream: true }));
      text = rest;
      onMessage(null);
      for (const event of events) onMessage(event);
    }
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
  }
}

/** Reconnects until it is stopped, with a growing pause after failures. */
async function keepReading(path: string, onMessage: OnMessage, signal: AbortSignal): Promise<void> {
  let pause = firstPause;
  // The page's data is as old as the page.
  let known = performance.timeOrigin;
  while (!signal.aborted) {
    const age = Math.min(86_400_000, Math.max(0, Math.ceil(Date.now() - known)));
    await read(
      `${path}?age=${age}`,
      (event) => {
        if (event) {
          pause = firstPause;
          known = Date.now();
        }
        onMessage(event);
      },
      signal,
    ).catch(() => undefined);
    // Random pause: a thousand pages must not reconnect in the same second.
    await sleep(pause * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Subscribes to the stream of this path, read here or by another tab; the result unsubscribes. */
export function watchPlace(path: string, userId: string, onEvent: (event: LiveEvent) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = `live ${userId} ${path}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const receive: OnMessage = (event) => {
    heard();
    if (event) onEvent(event);
  };
  if (channel) channel.onmessage = ({ data }) => receive(data as LiveEvent | null);
  const both: OnMessage = (event) => {
    channel?.postMessage(event);
    receive(event);
  };
  const reading = (): Promise<void> => keepReading(path, both, signal);
  // Only secure pages have locks; elsewhere each tab opens its own stream.
  if (typeof navigator !== 'undefined' && navigator.locks)
    navigator.locks.request(name, { signal }, reading).catch(() => undefined);
  else void reading();
  return () => {
    stopping.abort();
    channel?.close();
    unheard();
  };
}
