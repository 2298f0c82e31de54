// What is asked before a contract changes its state: what it lacks, the paper that was signed, whom to tell.
import { prepaidRefused, readPricing } from '#core/agents/quota.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { contractOf } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { type ContractKind, gapWords } from '#core/contracts/variables.ts';
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { confirm } from '#ui/confirm.tsx';
import { uploadFile } from '#ui/files/upload.ts';
import { type AnyRow, type BeforeMove, questionOf } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';
import { inWords } from './failing.ts';
import { offerNotice } from './notice.ts';

const mostNamed = 5;

/** What these contracts would leave blank: named before they are sent. */
async function gapsOf(kind: ContractKind, rows: readonly AnyRow[]): Promise<string> {
  const found = await Promise.all(
    rows.map(async (row) => {
      const words = gapWords(await call(contractCalls[kind].gaps, { params: { id: row.id } }));
      return words === null ? [] : [rows.length === 1 ? words : `« ${String(row.title)} » : ${words}`];
    }),
  );
  const lines = found.flat();
  if (lines.length === 0) return '';
  const rest = lines.length - mostNamed;
  return [
    ...['', '', rows.length === 1 ? 'Attention, le texte est incomplet :' : 'Attention, des textes sont incomplets :'],
    ...lines.slice(0, mostNamed).map((line) => `• ${line}`),
    ...(rest > 0 ? [`et ${rest === 1 ? 'un autre' : `${rest} autres`}`] : []),
  ].join('\n');
}

export async function joinPaper(kind: ContractKind, contract: string, file: File): Promise<unknown> {
  const { id } = await uploadFile(file);
  return call(contractCalls[kind].joinScan, { params: { id: contract }, input: { file: { id } }, key: actKey() });
}

/** Whether what is prepaid suffices, before anything is confirmed; the server checks it again. */
async function lackSignatures(kind: ContractKind, rows: readonly AnyRow[]): Promise<boolean> {
  const pricing = await call(readPricing).catch(() => null);
  const left = pricing?.pricing.prepaidSignatures ?? null;
  const { read } = endpointsOf(contractOf[kind]);
  if (left === null || !read) return false;
  const whole = await Promise.all(rows.map(({ id }) => call(read, { params: { id } })));
  const asked = whole.reduce((sum: number, answer) => {
    const { signatures } = (answer as Record<string, { signatures: { email: string | null }[] }>)[
      contractOf[kind].name
    ] as { signatures: { email: string | null }[] };
    return sum + signatures.filter(({ email }) => email).length;
  }, 0);
  if (asked <= left) return false;
  notifyProblem(prepaidRefused(subscriptionMessages.signatures, left, asked));
  return true;
}

export const paperTypes = 'application/pdf,image/*';

export const beforeMove =
  (kind: ContractKind): BeforeMove =>
  async (name, rows) => {
    const move = contractOf[kind].machine?.moves[name];
    if (!move) return null;
    if (name === 'send' && (await lackSignatures(kind, rows))) return null;
    let paper: File | null = null;
    if (move.confirm) {
      const question = questionOf(move.confirm);
      if (name === 'send') question.message += await gapsOf(kind, rows);
      // One paper for one contract.
      if (name === 'markSigned' && rows.length === 1) {
        question.joins = { label: 'Exemplaire signé (PDF ou photo), facultatif', accept: paperTypes };
        question.act = async (_, file) => {
          paper = file;
        };
      }
      if (!(await confirm(question))) return null;
    }
    let left = rows.length;
    const cancelled: string[] = [];
    return async ({ id }) => {
      const made: Promise<unknown> = paper
        ? joinPaper(kind, id, paper)
        : name === 'delete'
          ? call(contractCalls[kind].remove, { params: { id }, key: actKey() })
          : call(contractCalls[kind].act, { params: { id, type: name }, key: actKey() });
      const words = name === 'delete' ? contractMessages.deleteFailed : contractMessages.moveFailed;
      let answer: Record<string, never> | undefined;
      try {
        answer = (await inWords(words, made)) as typeof answer;
        if (name === 'cancel') cancelled.push(id);
      } finally {
        left -= 1;
        // Of several, those that were cancelled: one that fails silences no other.
        if (left === 0 && cancelled.length > 0) void offerNotice(kind, cancelled);
      }
      return answer?.[contractOf[kind].name];
    };
  };
