// The calls that every entity has. Apart from `endpoint.ts`: a telephone loads contracts of calls, but no entity.
import * as z from 'zod';
import { byId, type Endpoint, historyLine, nothing, type Operation, other } from './endpoint.ts';
import type { Entity, Grants } from './entity.ts';
import { movesByCode } from './machine.ts';
import { isPlatformRole } from './platform.ts';
import { listInputOf } from './query.ts';
import { listedSchema, rowSchema, saveSchema } from './schema.ts';
import { sealedFields } from './sealed.ts';

/** The calls of every entity, mounted in the scopes of its grants. */
export function entityEndpoints(of: Entity): Endpoint[] {
  const { grants, paths, label } = of;
  const made: Endpoint[] = [];
  const add = (
    operation: Operation,
    granted: Endpoint['mounts'],
    rest: Pick<Endpoint, 'method' | 'path' | 'summary' | 'params' | 'input' | 'output' | 'reads' | 'repeatable'>,
  ): void => {
    const also = of.alsoForAgents?.some((one) => one === operation) && granted.agency;
    if (also && granted.agent) throw new Error(`${of.name}: ${operation} has rows of the agent's own`);
    const mounts = also ? { ...granted, agent: also } : granted;
    const entity = { of, operation };
    const isShown = operation === 'list' || operation === 'read';
    const open = of.whenLocked && isShown ? { whenLocked: true as const } : {};
    if (Object.keys(mounts).length > 0)
      made.push({
        name: `${operation}:${of.name}`,
        mounts,
        ...rest,
        ...(also ? { agencyRows: true } : {}),
        ...open,
        ...(of.madeOf && isShown ? { madeOf: of.madeOf } : {}),
        entity,
      });
  };
  const mountsOf = (granted: Grants): Endpoint['mounts'] => ({ ...granted });
  add('list', mountsOf(grants.list), {
    method: 'POST',
    reads: true,
    path: paths.list,
    summary: `Lister : ${label.many}`,
    params: nothing,
    input: listInputOf(of.pageSize),
    output: z.looseObject({ [of.plural]: z.array(listedSchema(of)), filtered: z.int() }),
  });
  const one = z.strictObject({ [of.name]: rowSchema(of) });
  add('read', mountsOf(grants.read), {
    method: 'GET',
    path: paths.read,
    summary: `Lire : ${label.one}`,
    params: byId,
    input: nothing,
    output: one,
  });
  // Agents and customers do not read the history.
  const { agency, platform } = grants.read;
  add(
    'history',
    { ...(agency ? { agency } : {}), ...(platform ? { platform } : {}) },
    {
      method: 'GET',
      path: `${paths.read}/history`,
      summary: `Historique : ${label.one}`,
      params: byId,
      input: nothing,
      output: z.strictObject({ history: z.array(historyLine) }),
    },
  );
  // The client sends its state on each change and again before it expires. The reply lists the other people.
  add('presence', mountsOf(grants.read), {
    method: 'POST',
    reads: true,
    path: `${paths.read}/presence`,
    summary: `Dire qu’on a la fiche ouverte, et savoir qui d’autre : ${label.one}`,
    params: byId,
    input: z.strictObject({ state: z.enum(['here', 'editing', 'gone'], 'Valeur inconnue') }),
    output: z.strictObject({ others: z.array(other) }),
  });
  const sealed = sealedFields(of);
  if (sealed.length > 0) {
    const holders = [...new Set(sealed.flatMap(([, { right }]) => (right ? [right] : [])))];
    // It writes a line in the access log. Its reply is never stored for retries.
    add('reveal', grants.read.agency ? { agency: holders } : {}, {
      method: 'POST',
      repeatable: true,
      path: `${paths.read}/sealed/{field}`,
      summary: `Afficher une donnée protégée, ce que l’historique retient : ${label.one}`,
      params: z.strictObject({
        id: z.string(),
        field: z.enum(
          sealed.map(([path]) => path),
          'Donnée inconnue',
        ),
      }),
      input: nothing,
      output: z.strictObject({ value: z.string().nullable() }),
    });
  }
  const saves: Endpoint['mounts'] = {};
  for (const scope of ['agency', 'agent', 'customer', 'platform'] as const) {
    const [create, edit] = [grants.create[scope] ?? null, grants.edit[scope] ?? null];
    if (create || edit) saves[scope] = { create, edit };
  }
  add('save', saves, {
    method: 'POST',
    path: paths.save,
    summary: `Créer ou modifier : ${label.one}`,
    params: nothing,
    input: saveSchema(of),
    output: one,
  });
  if (of.machine && Object.keys(of.machine.moves).length > 0) {
    const named = Object.entries(of.machine.moves);
    const moves = Object.fromEntries(named.map(([name, move]) => [name, move.right]));
    const byRole = named.flatMap(([name, { right }]) => (isPlatformRole(right) ? [name] : []));
    if (byRole.length > 0 && byRole.length < named.length) throw new Error(`${of.name}: moves of two paths`);
    const own = Object.fromEntries(named.flatMap(([name, { own: right }]) => (right ? [[name, right]] : [])));
    const codes = movesByCode(of.machine);
    add(
      'act',
      {
        [byRole.length > 0 ? 'platform' : 'agency']: { moves, codes },
        ...(Object.keys(own).length > 0 ? { agent: { moves: own, codes } } : {}),
      },
      {
        method: 'DELETE',
        path: paths.act,
        summary: `Changer le statut ou supprimer : ${label.one}`,
        params: z.strictObject({
          id: z.string(),
          type: z
            .enum([...Object.keys(moves), ...Object.keys(codes)], 'Action inconnue')
            .transform((type) => codes[type] ?? type),
        }),
        input: nothing,
        output: one,
      },
    );
  }
  return made;
}
