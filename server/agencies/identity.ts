// Who an agency is: its name, its company and its authorisation are its own (decision 113). The database holds it too.
import { nameFault } from '#core/agencies/naming.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { sirenOf } from '#core/kernel/validators.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Tenants } from '#server/tenant/tenants.ts';

export const identityMessages = {
  company: 'Le SIREN de votre agence ne change plus : contactez le support.',
  siret: 'Une autre agence a déjà ce SIRET : contactez le support.',
  approval: 'Une autre agence a déjà ce numéro d’autorisation : contactez le support.',
} as const;

interface Identity {
  name?: string | null | undefined;
  siret?: string | null | undefined;
  approvalNumber?: string | null | undefined;
}

export const brandNames = (tenants: Tenants): string[] => [...new Set(tenants.all().map(({ tenant }) => tenant.name))];

interface Taken extends Record<string, unknown> {
  siren: boolean;
  siret: boolean;
  approval: boolean;
}

const takenOf = async (db: Db, id: string, { siret, approvalNumber }: Identity): Promise<Taken | undefined> => {
  const [row] = await db.query<Taken>({
    name: 'identity-taken',
    text: 'select siren, siret, approval from identity_taken($1, $2, $3)',
    values: [id, siret ?? null, approvalNumber ?? null],
  });
  return row;
};

/** `by` the agency itself, or the platform, which may call an agency as a brand and give it another company. */
export async function checkIdentity(
  call: Call,
  { id, draft, current }: { id: string; draft: Identity; current: Identity | null },
  by: 'agency' | 'platform',
): Promise<void> {
  const changed = (key: keyof Identity): boolean =>
    draft[key] !== undefined && (draft[key] || null) !== (current?.[key] || null);
  const violations: Violation[] = [];
  const fault = changed('name')
    ? nameFault(draft.name ?? '', by === 'platform' ? [] : brandNames(call.services.tenants))
    : null;
  if (fault) violations.push({ path: 'name', message: fault });
  if (changed('siret') || changed('approvalNumber')) {
    const taken = await takenOf(call.db, id, draft);
    const company = sirenOf(current?.siret);
    const isOther = sirenOf(draft.siret) !== company;
    if (changed('siret') && by === 'agency' && company !== null && isOther)
      violations.push({ path: 'siret', message: identityMessages.company });
    else if (changed('siret') && (taken?.siret || (by === 'agency' && isOther && taken?.siren)))
      violations.push({ path: 'siret', message: identityMessages.siret });
    if (changed('approvalNumber') && taken?.approval)
      violations.push({ path: 'approvalNumber', message: identityMessages.approval });
  }
  if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
}
