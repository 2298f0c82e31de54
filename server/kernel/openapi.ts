// The OpenAPI document, built from the list of endpoints that the server mounts.
import * as z from 'zod';
import { type Access, type Endpoint, type Mount, prefixes } from '#core/kernel/endpoint.ts';
import type { Needs } from '#core/kernel/entity.ts';
import { rightLabel } from '#core/rights.ts';
import { needsOf } from '#core/roles.ts';

const json = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    // Unicode classes need a regular expression flag that OpenAPI cannot state.
    override: ({ jsonSchema }) => {
      if (/\\p\{/i.test(jsonSchema.pattern ?? '')) delete jsonSchema.pattern;
      // OpenAPI 3.0: an enum without null forbids null.
      if (jsonSchema.enum && jsonSchema.nullable !== undefined) {
        const values = jsonSchema.enum.filter((value) => value !== null);
        jsonSchema.enum = jsonSchema.nullable ? [...values, null] : values;
      }
    },
  }) as Record<string, unknown>;
  return described;
};

const isNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid;

const bytes = { type: 'string', format: 'binary' };

/** Path parameters, then query parameters. */
function parametersOf({ params, ...endpoint }: Endpoint, path: string): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const { properties = {}, required = [] } = json(params, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const asked = Object.entries(properties).filter(([name]) => !endpoint.path.includes(`{${name}}`));
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...asked.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
  ];
}

function bodyOf({ input, body }: Endpoint): object {
  if (body === 'files') {
    const files = { type: 'object', properties: { file: { type: 'array', items: bytes } } };
    return { requestBody: { content: { 'multipart/form-data': { schema: files } } } };
  }
  return isNothing(input) ? {} : { requestBody: { content: { 'application/json': { schema: json(input, 'input') } } } };
}

function answerOf({ output, binary, streams }: Endpoint): object {
  if (binary) {
    const content = { [streams ? 'text/event-stream' : '*/*']: { schema: bytes } };
    return { 200: { description: streams ? 'Flux' : 'Contenu du fichier', content } };
  }
  return isNothing(output)
    ? { 204: { description: 'Fait' } }
    : { 200: { description: 'Réponse', content: { 'application/json': { schema: json(output, 'output') } } } };
}

const callersInFrench = {
  public: 'Public',
  signedIn: 'Utilisateur connecté',
  owner: "Responsable de l'agence",
  support: 'Support',
  admin: 'Administrateur',
  superAdmin: 'Super-administrateur',
} as const;

function accessInFrench(access: Access): string {
  if (typeof access === 'string') return callersInFrench[access];
  const labels = (needs: Needs | null): string =>
    needs === null
      ? 'Personne'
      : typeof needs === 'string'
        ? callersInFrench[needs]
        : needs.map((right) => `« ${rightLabel(right)} »`).join(' ou ');
  if (Array.isArray(access)) return labels(access as Needs);
  if ('all' in access) return access.all.map((right) => labels([right])).join(' et ');
  if ('moves' in access)
    return Object.entries(access.moves)
      .map(([move, right]) => `${move} : ${labels(needsOf(right))}`)
      .join(' ; ');
  if ('create' in access) return `Créer : ${labels(access.create)} ; modifier : ${labels(access.edit)}`;
  return '';
}

export function openApi(
  endpoints: readonly Endpoint[],
  options: { title: string; version: string; url: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  const refusals = Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      Object.entries(endpoint.refusals ?? {}).map(([name, schema]) => [name, json(schema, 'output')]),
    ),
  );
  for (const endpoint of endpoints) {
    for (const [mount, access] of Object.entries(endpoint.mounts) as [Mount, Access][]) {
      const path = prefixes[mount] + endpoint.path;
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${endpoint.name}@${mount}`,
        summary: endpoint.summary,
        description: accessInFrench(access),
        ...(access === 'public' ? { security: [] } : {}),
        parameters: parametersOf(endpoint, path),
        ...bodyOf(endpoint),
        responses: {
          ...answerOf(endpoint),
          '4XX': {
            description: 'Refus',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      };
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: options.title, version: options.version },
    servers: [{ url: options.url }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['code', 'message'],
          additionalProperties: false,
          properties: {
            code: { type: 'integer' },
            message: { type: 'string' },
            right: { type: 'string' },
            violations: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                additionalProperties: false,
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
            current: { description: 'La fiche telle qu’elle est maintenant (409)' },
            retryAfter: { type: 'integer', description: 'Secondes à attendre (429)' },
            ...refusals,
            locked: { type: 'boolean', description: 'L’agence est suspendue, le message dit pourquoi (403)' },
            mustEnrol: { type: 'boolean', description: 'La validation en deux étapes doit d’abord être activée (403)' },
            secondFactor: { type: 'boolean', description: 'Un code du second facteur est attendu (401)' },
          },
        },
      },
    },
    paths,
  };
}
