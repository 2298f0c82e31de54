// At the agency: a signature on its own screen, and the scan of what was signed on paper.
import { contractOf } from '#core/contracts/contract.ts';
import { contractMessages, contractStatus, validSignatories } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Problem } from '#core/kernel/problem.ts';
import { visibleTo } from '#server/files/holders.ts';
import { contentOf } from '#server/files/store.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { saveMany } from '#server/kernel/save.ts';
import { refusePlatform } from '#server/kernel/scope.ts';
import { draw } from '#server/pdf/drawing.ts';
import { partiesOf, requestsOf } from '#server/signing/requests.ts';
import { addSteps } from '#server/signing/steps.ts';
import { actingOf } from './asking.ts';
import { drawnBy, recordSignature } from './completing.ts';
import { type ContractRow, freeze } from './moving.ts';
import { invalid, locked, planFor } from './rows.ts';

const isSamePerson = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('fr') === other.trim().toLocaleLowerCase('fr');

/** G-038: the caller's own, and for the signatory of its name alone. */
async function savedSignature(
  id: string | null | undefined,
  party: { fullname: string },
  { db, services }: Call,
): Promise<Buffer | null> {
  if (!id) return null;
  const [kept] = await db.query<{ hash: string | null; fullname: string; isYours: boolean }>({
    name: 'saved-signature',
    text: `select f.hash, t.fullname, coalesce(t.owner_id = app_user(), false) as "isYours" from contract_signature_templates t left join files f on f.agency_id = t.agency_id and f.id = t.signature_id
      where t.agency_id = app_agency() and t.id = $1`,
    values: [id],
  });
  if (!kept) throw new Problem('missing', contractMessages.noSignature);
  if (!kept.isYours || !isSamePerson(kept.fullname, party.fullname))
    throw invalid('template', contractMessages.othersMark);
  const content = await contentOf(services.files, kept.hash);
  return content && draw('logoOf', content);
}

type Side = 'AGENCY' | 'PARTY';

/** Who signs for a side, as the records know it. */
async function usualName(kind: ContractKind, row: ContractRow, side: Side, { db }: Call): Promise<string> {
  if (side === 'PARTY') return ('agent' in row ? row.agent : row.customer).name;
  const [found] = await db.query<{ name: string }>({
    name: 'signs-for-agency',
    text: `select coalesce((select t.fullname from contract_signature_templates t where t.agency_id = g.id and t.use_as_default),
        nullif(concat_ws(' ', g.representative_firstname, g.representative_lastname), ''), g.name) as name
      from agencies g where g.id = app_agency()`,
  });
  return found?.name ?? contractOf[kind].label.one;
}

/** The lines of the contract with whoever signs first; a contract is between two, so the other side is awaited too. */
async function bothSides(
  kind: ContractKind,
  row: ContractRow,
  input: { fullname: string; other?: string | null },
  role: Side,
  call: Call,
): Promise<object[]> {
  const lines = row.signatures.map(({ id, fullname, email, role: side }) => ({ id, fullname, email, role: side }));
  const added = { fullname: input.fullname, email: null, role };
  const facing = role === 'AGENCY' ? ('PARTY' as const) : ('AGENCY' as const);
  if (lines.some((line) => line.role === facing)) return [...lines, added];
  const other = input.other || (await usualName(kind, row, facing, call)).slice(0, 120);
  if (isSamePerson(other, input.fullname)) throw invalid('other', contractMessages.sameSigner);
  return [...lines, added, { fullname: other, email: null, role: facing }];
}

/** At the agency: for a signatory of the contract, or for one who is added. Without a valid signatory it needs no sending. */
export async function signHere(kind: ContractKind, call: Call): Promise<string> {
  const input = call.input as {
    id: string;
    signature?: string | null;
    fullname: string;
    drawing?: string | null;
    template?: string | null;
    role?: Side | null;
    other?: string | null;
  };
  // The platform's staff sign nothing in an agency's name, nor for its people.
  refusePlatform(call);
  let row = await locked(kind, input.id, call);
  if (row.status === contractStatus.signed) throw new Problem('conflict', contractMessages.contractSigned);
  if (row.status !== contractStatus.created && row.status !== contractStatus.awaiting)
    throw new Problem('conflict', 'Ce contrat ne se signe pas à ce statut.');
  const acting = actingOf(call);
  const { db, agency } = acting;
  if (row.status === contractStatus.created) {
    // G-015: offered when nobody can be asked by mail.
    if (validSignatories(row).length > 0)
      throw new Problem('conflict', 'Un signataire peut signer en ligne : envoyez d’abord le contrat en signature.');
    if (!row.content) throw new Problem('conflict', contractMessages.noContent);
    if (!input.signature && !row.signatures.some(({ fullname }) => fullname === input.fullname)) {
      if (!input.role) throw invalid('role', contractMessages.noRole);
      const draft = {
        id: row.id,
        version: row.version,
        signatures: await bothSides(kind, row, input, input.role, call),
      };
      await saveMany(planFor(kind), [draft as never], call);
      row = await locked(kind, input.id, call);
    }
    await freeze(kind, row, acting);
    await db.query({
      name: `here-${kind}-contract`,
      text: `update ${kind}_contract_papers set status = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1`,
      values: [row.id, contractStatus.awaiting],
    });
    row = await locked(kind, input.id, call);
  }
  const [request] = await requestsOf(db, agency, kind, [row.id], { isOpen: true, lock: true });
  if (!request) throw new Problem('conflict', contractMessages.over);
  const parties = await partiesOf(db, request);
  const left = parties.filter(({ signedAt }) => !signedAt);
  const party = input.signature
    ? parties.find(({ signature }) => signature === input.signature?.toLowerCase())
    : [...left, ...parties].find(({ fullname }) => fullname === input.fullname);
  if (!party) throw new Problem('missing', contractMessages.noSignature);
  if (party.signedAt) throw new Problem('conflict', contractMessages.alreadySigned);
  if (request.inOrder && left[0]?.id !== party.id) throw new Problem('conflict', contractMessages.notYet);
  const named = { kind, id: row.id, title: row.title, reference: row.reference };
  const picture = (await drawnBy(input.drawing)) ?? (await savedSignature(input.template, party, call));
  if (!picture) throw invalid('drawing', contractMessages.noMark);
  const mark = { drawing: picture, typed: null, manual: true };
  await recordSignature(named, request, party, mark, acting);
  return row.id;
}

/** A scan of the paper: it marks a contract that waits as signed, and stays until the mark is taken back. */
export async function joinScan(kind: ContractKind, call: Call): Promise<string> {
  const { db, asker } = call;
  refusePlatform(call);
  const { id } = (call.input as { file: { id: string } }).file;
  const row = await locked(kind, (call.params as { id: string }).id, call);
  const [file] = await db.query<{ name: string; type: string; hash: string }>({
    text: `select f.name, f.mime_type as type, f.hash from files f where f.agency_id = app_agency() and f.id = $1 and f.hash is not null and ${visibleTo(asker, 'agency')}`,
    values: [id],
  });
  if (!file) throw invalid('file', 'Fichier introuvable');
  if (!/^(application\/pdf|image\/)/.test(file.type)) throw invalid('file', 'Joignez un PDF ou une photo.');
  if (row.status === contractStatus.awaiting) await moveMany(planFor(kind), [row.id], 'markSigned', call);
  else if (row.status !== contractStatus.marked) throw new Problem('conflict', contractMessages.noScan);
  else if (row.scan) throw new Problem('conflict', contractMessages.scanned);
  await db.query({
    name: `scan-of-${kind}-contract`,
    text: `update ${kind}_contract_papers set scan_id = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1`,
    values: [row.id, id],
  });
  const acting = actingOf(call);
  const [request] = await requestsOf(db, acting.agency, kind, [row.id], { lock: true });
  const detail = { sha256: file.hash, file: file.name };
  if (request) await addSteps(acting, acting.agency, request.id, [{ act: 'SCANNED', who: doerOf(acting), detail }]);
  const changes = { scan: { before: row.scan?.name ?? null, after: file.name } };
  await writeAudit(db, call, { entity: contractOf[kind].name, id: row.id, action: 'joinScan', changes });
  return row.id;
}
