// Whether the platform wants the permissions to be asked for as soon as the protection begins (S-038).
import { readVersion } from '#core/session/session.ts';
import { call } from '#ui/client/call.ts';

/** Without a network: not now. */
export const asksPermissions = (): Promise<boolean> =>
  call(readVersion).then(
    ({ ptiModalPermissions }) => ptiModalPermissions,
    () => false,
  );
