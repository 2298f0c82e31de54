// The equipment handed to an agent (simplified stock): read and saved apart from the agent's sheet (F-046, F-047), the
// document to sign, and all equipment of the agency by expiry (F-054).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, group, integer, lines, ref, text } from '../kernel/field.ts';
import { draftSchema, rowSchema } from '../kernel/schema.ts';
import { itemFields } from '../sites/items.ts';
import { expiryStates } from './expiry.ts';

/** The agent with his equipment only. */
export const AgentItems = entity({
  name: 'agent',
  plural: 'agents',
  table: 'agents',
  label: { one: 'Équipement', many: 'Équipement' },
  description: 'Ce que votre agence a remis au collaborateur : tenue, radio, lampe…',
  title: 'fullname',
  order: { by: 'fullname', ascending: true },
  grants: { list: {}, read: { agency: ['readAgent'] }, create: {}, edit: { agency: ['editAgent'] } },
  // Who has it open and its history are those of the agent.
  paths: { read: '/agent/{id}', save: '/agent/{id}/items' },
  missing: 'Collaborateur introuvable',
  fields: {
    fullname: text('Nom complet', { written: 'server', required: true }),
    agentInfos: group('Informations', {
      items: lines('Équipement remis', itemFields, {
        section: 'Équipement',
        one: 'Équipement',
        table: 'agent_items',
        max: 200,
      }),
    }),
  },
});

const agent = z.strictObject({ agent: rowSchema(AgentItems) });
const draft = draftSchema(AgentItems, false);
const infos = draft.shape.agentInfos as z.ZodOptional<z.ZodNullable<z.ZodObject>>;

export const readAgentItems = endpoint({
  name: 'items:agent',
  method: 'GET',
  path: AgentItems.paths.save,
  mounts: AgentItems.grants.read,
  summary: "Lire l'équipement d'un collaborateur, dans l'ordre des positions",
  params: byId.extend({ orderBy: z.literal('position', 'Tri inconnu').optional() }),
  output: agent,
});

export const saveAgentItems = endpoint({
  name: 'saveItems:agent',
  method: 'POST',
  path: AgentItems.paths.save,
  mounts: AgentItems.grants.edit,
  summary: "Enregistrer l'équipement d'un collaborateur : la liste donnée remplace l'ancienne",
  params: byId,
  // In the specification the body names the agent twice: { id, agentInfos: { id, items } }.
  input: draft.extend({ agentInfos: infos.unwrap().unwrap().extend({ id: z.string().optional() }) }),
  output: agent,
});

export const downloadAgentItems = endpoint({
  name: 'downloadAgentItems',
  method: 'GET',
  path: '/agent/{id}/items/pdf',
  mounts: AgentItems.grants.read,
  summary: "La fiche de l'équipement remis à un collaborateur, à signer, en PDF",
  params: byId,
  binary: true,
});

/** Each item of each agent, by expiry; edited on the agent's sheet. */
export const AgentItemExpiration = entity({
  name: 'agentItem',
  plural: 'agentItems',
  table: 'agent_items',
  label: { one: 'Équipement', many: 'Matériel collaborateur' },
  description: 'Le matériel remis à vos collaborateurs, par date d’expiration.',
  title: 'name',
  order: { by: 'expiry', ascending: true },
  date: 'expiry',
  madeOf: ['agent'],
  grants: { list: { agency: ['listAgentItemExpirations'] }, read: {}, create: {}, edit: {} },
  paths: { list: '/agent/fetch/items' },
  personal: { agent: { fate: 'remove', label: 'Matériel remis' } },
  fields: {
    agent: ref('Collaborateur', 'agent', { written: 'server', required: true, column: 'shown', filter: true }),
    name: text('Désignation', { written: 'server', required: true, column: 'shown' }),
    reference: text('Numéro de série ou référence', { written: 'server', column: 'shown' }),
    quantity: integer('Quantité', { written: 'server', required: true, column: 'shown' }),
    state: choice('État', expiryStates, { written: 'server', required: true, column: 'shown', filter: true }),
    expiry: day('Expire le', { written: 'server', column: 'shown', filter: true }),
    daysLeft: integer('Jours restants', { written: 'server', column: 'shown' }),
    comment: text('Commentaire', { written: 'server', column: 'offered' }),
  },
});
