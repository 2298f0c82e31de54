// G-038: who usually signs for the agency, and how his signature looks; one of them is proposed first.
import { byId, endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { email, file, flag, moment, status, text } from '../kernel/field.ts';
import { finalDeletion, keptUntilDeleted } from '../kernel/machine.ts';

const signers = { agency: ['signAgentContract', 'signCustomerContract'] } as const;

export const ContractSignatureTemplate = entity({
  name: 'contractSignatureTemplate',
  plural: 'contractSignatureTemplates',
  table: 'contract_signature_templates',
  label: { one: 'Signature enregistrée', many: 'Signatures enregistrées', feminine: true },
  description: 'Qui signe pour l’agence, et comment : proposé à la signature sur place et parmi les signataires.',
  title: 'fullname',
  order: { by: 'fullname', ascending: true },
  columns: ['fullname', 'email', 'isYours', 'useAsDefault', 'createdAt'],
  grants: { list: signers, read: signers, create: signers, edit: signers },
  missing: 'Signature introuvable.',
  paths: {
    list: '/fetch/contract-signature-templates',
    read: '/contract-signature-template/{id}',
    save: '/contract-signature-template',
    act: '/contract-signature-template/{id}/{type}',
  },
  fields: {
    fullname: text('Nom du signataire', {
      ...{ section: 'Signature', required: true, max: 120, column: 'shown', search: true, width: 'half' },
    }),
    status: status(
      'Statut',
      keptUntilDeleted({ right: 'signAgentContract', done: 'Signature supprimée', confirm: finalDeletion }),
    ),
    email: email('E-mail', { section: 'Signature', column: 'shown', width: 'half' }),
    signature: file('Image de la signature', {
      ...{ section: 'Signature', picture: true, column: 'offered', seenBy: 'owner' },
      help: 'Fond blanc ; apposée quand vous signez sur place. Vous seul la voyez et l’utilisez.',
    }),
    useAsDefault: flag('Proposée par défaut', { section: 'Signature', column: 'shown', filter: true }),
    /** Saved by this account: others see who signs, and neither his signature nor a way to change it. */
    isYours: flag('La vôtre', { written: 'server', column: 'shown' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'shown' }),
  },
});

export const removeSignatureTemplate = endpoint({
  name: 'remove:contractSignatureTemplate',
  method: 'DELETE',
  path: '/contract-signature-template/{id}',
  mounts: signers,
  summary: 'Supprimer une signature enregistrée',
  params: byId,
});
