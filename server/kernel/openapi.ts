// The API's own description, drawn from the same list that mounts it.
import * as z from 'zod';
import { type Access, type Endpoint, type Mount, prefixes } from '#core/kernel/endpoint.ts';
import { rightLabel } from '#core/rights.ts';

const json = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as Record<string, unknown>;
  return described;
};

const isNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid;

function accessInFrench(access: Access): string {
  if (typeof access === 'string') {
    return {
      public: 'Public',
      signedIn: 'Utilisateur connecté',
      owner: "Responsable de l'agence",
      support: 'Support',
      admin: 'Administrateur',
      superAdmin: 'Super-administrateur',
    }[access];
  }
  const labels = (needs: readonly string[] | 'signedIn' | null): string =>
    needs === null
      ? 'Personne'
      : needs === 'signedIn'
        ? 'Utilisateur connecté'
        : needs.map((right) => `« ${rightLabel(right as never)} »`).join(' ou ');
  if (Array.isArray(access)) return labels(access as readonly string[]);
  if ('moves' in access)
    return Object.entries(access.moves)
      .map(([move, right]) => `${move} : ${labels([right])}`)
      .join(' ; ');
  if ('create' in access) return `Créer : ${labels(access.create)} ; modifier : ${labels(access.edit)}`;
  return '';
}

export function openApi(
  endpoints: readonly Endpoint[],
  options: { title: string; version: string; url: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const [mount, access] of Object.entries(endpoint.mounts) as [Mount, Access][]) {
      const path = prefixes[mount] + endpoint.path;
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${endpoint.name}@${mount}`,
        summary: endpoint.summary,
        description: accessInFrench(access),
        ...(access === 'public' ? { security: [] } : {}),
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...(isNothing(endpoint.input)
          ? {}
          : { requestBody: { content: { 'application/json': { schema: json(endpoint.input, 'input') } } } }),
        responses: {
          ...(isNothing(endpoint.output)
            ? { 204: { description: 'Fait' } }
            : {
                200: {
                  description: 'Réponse',
                  content: { 'application/json': { schema: json(endpoint.output, 'output') } },
                },
              }),
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
          properties: {
            code: { type: 'integer' },
            message: { type: 'string' },
            right: { type: 'string' },
            violations: {
              type: 'array',
              items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
          },
        },
      },
    },
    paths,
  };
}
