// Compares the replies of a test's stub server with the declared output of the call: a stub that differs from the real
// server fails its test.
import { allEndpoints } from '#core/endpoints.ts';
import { type Endpoint, type Mount, prefixes } from '#core/kernel/endpoint.ts';
import { drifts } from './drifts.ts';

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  /** Fixed segments win over parameters, as in the server's router. */
  fixed: number;
}

const routesOf = (endpoints: readonly Endpoint[]): Route[] =>
  endpoints.flatMap((endpoint) =>
    (Object.keys(endpoint.mounts) as Mount[]).map((mount) => {
      const path = prefixes[mount] + endpoint.path;
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return { endpoint, pattern, fixed: path.split('/').filter((part) => !part.includes('{')).length };
    }),
  );

let all: Route[] | null = null;

/** The declared call of a request. */
export function endpointAt(method: string, url: string, more: readonly Endpoint[] = []): Endpoint | undefined {
  all ??= routesOf(allEndpoints);
  const path = url.replace(/^\/api/, '').replace(/\?.*$/s, '');
  return [...routesOf(more), ...all]
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    .sort((one, other) => other.fixed - one.fixed)[0]?.endpoint;
}

/** `more`: calls of entities that only the test declares. */
export function checkReply(
  method: string,
  url: string,
  status: number,
  body: unknown,
  more: readonly Endpoint[] = [],
): void {
  if (status >= 400) return;
  const path = url.replace(/^\/api/, '').replace(/\?.*$/s, '');
  const endpoint = endpointAt(method, url, more);
  if (!endpoint) {
    drifts.push(`${method} ${path}: no such call`);
    return;
  }
  if (endpoint.binary || endpoint.streams) return;
  // A deletion has no body.
  if (status === 204 && body === undefined) return;
  // As on the wire: JSON drops undefined members.
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const parsed = endpoint.output.safeParse(sent);
  if (parsed.success) return;
  const issues = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  drifts.push(`${endpoint.name} (${method} ${path})\n  ${issues.join('\n  ')}`);
}
