// Whether the platform wants the permissions to be asked for as soon as the protection begins (S-038).
import { readVersion } from '#core/session/version.ts';
import { exchange } from '#ui/client/transport.ts';

/** Without a network: not now. */
export const asksPermissions = (): Promise<boolean> =>
  exchange({ method: readVersion.method, path: readVersion.path, body: undefined, token: null, reads: true }).then(
    ({ body }) => (body as { ptiModalPermissions?: boolean } | undefined)?.ptiModalPermissions === true,
    () => false,
  );
