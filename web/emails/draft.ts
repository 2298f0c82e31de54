// The draft of the composer: validation and sending, to all together or to each separately.
import type { StoredFile } from '#core/kernel/field.ts';
import { hasPendingImage, pendingMessage } from '#core/kernel/html.ts';
import { Problem } from '#core/kernel/problem.ts';
import { email as addressFault } from '#core/kernel/validators.ts';
import { type EmailDraft, emailDraft, sendEmail } from '#core/mail/email.ts';
import { keysByContent } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { forEachConcurrent } from '#ui/concurrent.ts';
import type { Faults } from '#ui/kinds/inputs.tsx';

export interface Draft {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  message: string;
  attachments: StoredFile[];
  /** Attachments of the record: shown, always sent, not removable (L-002). */
  lockedAttachments: StoredFile[];
}

export const emptyDraft: Draft = {
  from: '',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  message: '',
  attachments: [],
  lockedAttachments: [],
};

/** One of many recipients of separate mails with the same text. */
export interface Addressee {
  name: string;
  to: string;
}

const idsOf = (files: readonly StoredFile[]): { id: string }[] => files.map(({ id }) => ({ id }));

const bodyOf = (draft: Draft): EmailDraft => ({
  ...draft,
  attachments: idsOf(draft.attachments),
  lockedAttachments: idsOf(draft.lockedAttachments),
});

/** By field: one message per input. */
export function faultsOf(draft: Draft): Faults {
  const faults: Record<string, string> = {};
  for (const name of ['to', 'cc', 'bcc'] as const) {
    const wrong = draft[name].map((address) => addressFault(address.trim())).find((fault) => fault !== null);
    if (wrong) faults[name] = wrong;
  }
  if (draft.from === '') faults.from = 'Obligatoire';
  if (draft.to.length === 0) faults.to = 'Obligatoire';
  if (draft.subject.trim() === '') faults.subject = 'Obligatoire';
  if (hasPendingImage(draft.message)) faults.message = pendingMessage;
  if (Object.keys(faults).length > 0) return faults;
  return faultsBy(emailDraft.safeParse(bodyOf(draft)).error?.issues ?? []);
}

const faultsBy = (issues: readonly { path: PropertyKey[]; message: string }[]): Faults =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));

/** The server's messages by field. */
export const violationsOf = (error: unknown): Faults =>
  error instanceof Problem
    ? Object.fromEntries(
        (error.details.violations ?? []).map(({ path, message }) => [path.split('.')[0] ?? path, message]),
      )
    : {};

export interface Failed extends Addressee {
  problem: string;
}

/** Idempotency keys by content: a retry of the same mail has the same key; a changed mail has another. */
export function sender(): {
  one(draft: Draft): Promise<void>;
  each(draft: Draft, addressees: readonly Addressee[], onDone: (count: number) => void): Promise<Failed[]>;
} {
  const keyOf = keysByContent();
  const one = async (draft: Draft): Promise<void> => {
    const input = bodyOf(draft);
    await call(sendEmail, { input, key: keyOf(input) });
  };
  return {
    one,
    each: async (draft, addressees, onDone) => {
      const failed: Failed[] = [];
      let done = 0;
      await forEachConcurrent(addressees, async (addressee) => {
        try {
          await one({ ...draft, to: [addressee.to] });
        } catch (error) {
          failed.push({ ...addressee, problem: error instanceof Error ? error.message : String(error) });
        }
        done += 1;
        onDone(done);
      });
      return failed;
    },
  };
}
