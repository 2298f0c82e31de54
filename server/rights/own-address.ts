// Staff of the platform open themselves no profile in an agency (decision 113).
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';

export const plainAddress = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase();

export const notYourself = 'L’équipe de la plateforme ne s’ouvre pas de profil dans une agence.';

/** Staff of the platform help in an agency; none of them makes himself one of its people, acting for one or not. */
export async function refuseOwnAddress(
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  emails: readonly (string | null | undefined)[],
): Promise<void> {
  if (!caller?.platform || emails.every((email) => !email)) return;
  const { rows } = await services.database.platform.query<{ email: string }>({
    name: 'own-address',
    text: 'select email from users where id = $1',
    values: [caller.userId],
  });
  if (emails.some((email) => plainAddress(email) !== '' && plainAddress(email) === plainAddress(rows[0]?.email)))
    throw new Problem('conflict', notYourself);
}
