// The calls of contracts beyond plain entity work, one set per kind (1 §7).
import * as z from 'zod';
import { byId, type Endpoint, endpoint } from '../kernel/endpoint.ts';
import { movesByCode } from '../kernel/machine.ts';
import { rowSchema } from '../kernel/schema.ts';
import { drawing } from '../signing/calls.ts';
import { stepLine } from '../signing/steps.ts';
import { contractOf, templatesOf } from './contract.ts';
import { contractRights } from './status.ts';
import { type ContractKind, contractKinds } from './variables.ts';

/** Milliseconds without a key before a preview is asked for. */
export const previewPause = 120;

const uuid = z.uuid('Identifiant invalide');
const some = z.strictObject({ id: uuid }).nullish();

function callsOf(kind: ContractKind) {
  const of = contractOf[kind];
  const rights = contractRights(kind);
  const what = `contrat ${contractKinds[kind]}`;
  const readers = { agency: [rights.list] } as const;
  /** Whom it is made with. */
  const own = (kind === 'agent' ? { agent: ['listOwnDocuments'] } : { customer: ['listOwnDocuments'] }) as Pick<
    Endpoint['mounts'],
    'agent' | 'customer'
  >;
  const one = z.strictObject({ [of.name]: rowSchema(of) });
  const moves = Object.fromEntries(Object.entries(of.machine?.moves ?? {}).map(([name, { right }]) => [name, right]));
  /** The status codes, and the names of G-009. */
  const codes: Record<string, string> = {
    ...(of.machine ? movesByCode(of.machine) : {}),
    ...{ 'mark-signed': 'markSigned', 'mark-unsigned': 'unsign' },
  };
  return {
    /** G-008. Without a record, the variables show their examples. */
    preview: endpoint({
      name: `preview:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/preview`,
      mounts: { agency: [rights.list, rights.create, rights.listTemplates, rights.createTemplate] },
      summary: `Aperçu d’un ${what} ou d’un modèle, en PDF`,
      input: z.strictObject({
        title: z.string('Texte attendu').max(200).nullish(),
        content: z.string('Texte attendu').max(200_000).nullish(),
        agent: some,
        customer: some,
        commercialContract: some,
        template: some,
        signatures: z
          .array(z.looseObject({ fullname: z.string().max(120).nullish(), role: z.string().max(20).nullish() }))
          .max(20)
          .nullish(),
      }),
      reads: true,
      binary: true,
    }),
    print: endpoint({
      name: `print:${of.name}`,
      method: 'GET',
      path: `/contract/${kind}/{id}/pdf`,
      mounts: { ...readers, ...own },
      summary: `Le PDF d’un ${what} : le projet, ce qui est à signer, ou ce qui est signé`,
      params: byId,
      binary: true,
    }),
    evidence: endpoint({
      name: `evidence:${of.name}`,
      method: 'GET',
      path: `/contract/${kind}/{id}/evidence`,
      mounts: readers,
      summary: `Le dossier de preuve d’un ${what}, en PDF`,
      params: byId,
      binary: true,
    }),
    steps: endpoint({
      name: `steps:${of.name}`,
      method: 'GET',
      path: `/contract/${kind}/{id}/steps`,
      mounts: readers,
      summary: `Les étapes de la signature d’un ${what}`,
      params: byId,
      output: z.strictObject({
        steps: z.array(stepLine),
        /** The chain holds. */
        intact: z.boolean(),
        /** To verify the signed file. */
        code: z.string().nullable(),
        documentHash: z.string().nullable(),
        signedHash: z.string().nullable(),
        expiresAt: z.string().nullable(),
      }),
    }),
    /** What the text still lacks: to say before it is sent. */
    gaps: endpoint({
      name: `gaps:${of.name}`,
      method: 'GET',
      path: `/contract/${kind}/{id}/gaps`,
      mounts: { agency: [rights.send] },
      summary: `Les blancs et les variables sans valeur du texte d’un ${what}`,
      params: byId,
      output: z.strictObject({
        /** Left to write by hand. */
        blanks: z.int(),
        /** Variables without a value, by their labels. */
        empty: z.array(z.string()),
        unknown: z.array(z.string()),
      }),
    }),
    /** G-024 */
    duplicate: endpoint({
      name: `duplicate:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/{id}/duplicate`,
      mounts: { agency: [rights.sign] },
      summary: `Copier un ${what}`,
      params: byId,
      output: one,
    }),
    /** G-015, G-047: at the agency, on its own screen. */
    sign: endpoint({
      name: `sign:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/signature`,
      mounts: { agency: [rights.sign] },
      summary: `Signer un ${what} sur place`,
      input: z.strictObject({
        id: uuid,
        /** The line of the signatory; absent: the one of this name, who is added if there is none. */
        signature: uuid.nullish(),
        fullname: z.string('Texte attendu').trim().min(1, 'Obligatoire').max(120, '120 caractères au plus'),
        /** Of who is added: whose signature it is. The other side is then awaited too. */
        role: z.enum(['AGENCY', 'PARTY'], 'Choix inconnu').nullish(),
        /** Who signs for the other side; absent: as the records say. */
        other: z.string('Texte attendu').trim().max(120, '120 caractères au plus').nullish(),
        consent: z.literal(true, 'Cochez l’accord du signataire'),
        drawing: drawing.nullish(),
        /** A saved signature, in place of a drawing (G-038). */
        template: uuid.nullish(),
      }),
      output: one,
    }),
    /** What was signed on paper, with the mark that says so. */
    joinScan: endpoint({
      name: `joinScan:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/{id}/scan`,
      mounts: { agency: [rights.sign] },
      summary: `Joindre l’exemplaire papier d’un ${what}, et le marquer comme signé`,
      params: byId,
      input: z.strictObject({ file: z.strictObject({ id: uuid }) }),
      output: one,
    }),
    /** G-009 */
    act: endpoint({
      name: `patch:${of.name}`,
      method: 'PATCH',
      path: `/contract/${kind}/{id}/{type}`,
      mounts: { agency: { moves, codes } },
      summary: `Changer le statut d’un ${what}`,
      params: z.strictObject({
        id: z.string(),
        type: z
          .enum([...Object.keys(moves).filter((name) => name !== 'delete'), ...Object.keys(codes)], 'Action inconnue')
          .transform((type) => codes[type] ?? type),
      }),
      output: one,
    }),
    /** G-011 */
    remove: endpoint({
      name: `remove:${of.name}`,
      method: 'DELETE',
      path: `/contract/${kind}/{id}`,
      mounts: { agency: [rights.delete] },
      summary: `Supprimer un ${what} créé et jamais envoyé`,
      params: byId,
    }),
    /** From his account, without looking for the mail. The code still comes by mail. */
    claim: endpoint({
      name: `claim:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/{id}/link`,
      mounts: own,
      summary: `Signer depuis son compte : un lien neuf vers un ${what} qui attend sa signature`,
      params: byId,
      // Its answer is a secret: never stored.
      repeatable: true,
      output: z.strictObject({ token: z.string() }),
    }),
    /** G-037 */
    removeTemplate: endpoint({
      name: `remove:${templatesOf[kind].name}`,
      method: 'DELETE',
      path: `/contract/template/${kind}/{id}`,
      mounts: { agency: [rights.deleteTemplate] },
      summary: `Supprimer un modèle de ${what}`,
      params: byId,
    }),
    /** G-039: the platform's, to copy among one's own. */
    offered: endpoint({
      name: `offered:${templatesOf[kind].name}`,
      method: 'GET',
      path: `/contracts/templates/${kind}s/platform`,
      mounts: { agency: [rights.createTemplate] },
      summary: `Les modèles de ${what} que la plateforme propose`,
      output: z.strictObject({ templates: z.array(z.strictObject({ id: z.uuid(), title: z.string() })) }),
    }),
    adopt: endpoint({
      name: `adopt:${templatesOf[kind].name}`,
      method: 'POST',
      path: `/contracts/templates/${kind}s/platform/{id}`,
      mounts: { agency: [rights.createTemplate] },
      summary: `Copier un modèle de la plateforme parmi ses modèles de ${what}`,
      params: byId,
      output: z.strictObject({ [templatesOf[kind].name]: rowSchema(templatesOf[kind]) }),
    }),
    /** G-023 */
    notifyCancelled: endpoint({
      name: `notifyCancelled:${of.name}`,
      method: 'POST',
      path: `/contract/${kind}/{id}/cancellation`,
      mounts: { agency: [rights.edit] },
      summary: `Prévenir par e-mail les signataires d’un ${what} annulé`,
      params: byId,
      output: z.strictObject({ told: z.int() }),
    }),
    /** G-042 */
    unsigned: endpoint({
      name: `unsigned:${of.name}`,
      method: 'GET',
      path: `/contracts/${kind}s/unsigned`,
      mounts: readers,
      summary: `Les contrats à signer depuis plus longtemps que le délai de relance de l’agence`,
      output: z.strictObject({
        contracts: z.array(
          z.strictObject({
            id: z.uuid(),
            title: z.string(),
            whose: z.string(),
            reference: z.string().nullable(),
            askedAt: z.string(),
            days: z.int(),
            missing: z.array(z.string()),
          }),
        ),
        total: z.int(),
        delay: z.int(),
      }),
    }),
  };
}

export const agentContractCalls = callsOf('agent');
export const customerContractCalls = callsOf('customer');
export const contractCalls = { agent: agentContractCalls, customer: customerContractCalls } as const;
