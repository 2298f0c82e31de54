// The rules of OpenAPI 3.0.3 for the parts that our document uses: https://spec.openapis.org/oas/v3.0.3
import * as z from 'zod';

/** A schema of 3.0 is not JSON Schema: no `const`, no `$defs`, no list of types, bounds exclusive by a flag. */
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ $ref: z.string().startsWith('#/components/schemas/') }),
    z.strictObject({
      type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']).optional(),
      nullable: z.boolean().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      default: z.unknown().optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      format: z.string().optional(),
      pattern: z.string().optional(),
      minLength: z.int().min(0).optional(),
      maxLength: z.int().min(0).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.boolean().optional(),
      exclusiveMaximum: z.boolean().optional(),
      multipleOf: z.number().positive().optional(),
      minItems: z.int().min(0).optional(),
      maxItems: z.int().min(0).optional(),
      minProperties: z.int().min(0).optional(),
      maxProperties: z.int().min(0).optional(),
      items: schema.optional(),
      properties: z.record(z.string(), schema).optional(),
      required: z.array(z.string()).min(1).optional(),
      additionalProperties: z.union([z.boolean(), schema]).optional(),
      anyOf: z.array(schema).min(1).optional(),
      oneOf: z.array(schema).min(1).optional(),
      allOf: z.array(schema).min(1).optional(),
      not: schema.optional(),
    }),
  ]),
);

const media = z.enum(['application/json', 'multipart/form-data', 'text/event-stream', '*/*']);
const content = z.partialRecord(media, z.strictObject({ schema }));

const operation = z.strictObject({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(
    z
      .strictObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        schema,
      })
      .refine((one) => one.required || one.in !== 'path', 'a part of the path is required'),
  ),
  requestBody: z.strictObject({ required: z.boolean().optional(), content }).optional(),
  responses: z
    .record(
      z.string().regex(/^([1-5]\d\d|[1-5]XX|default)$/),
      z.strictObject({ description: z.string().min(1), content: content.optional() }),
    )
    .refine((responses) => Object.keys(responses).length > 0, 'no response'),
});

export const openApiDocument = z.strictObject({
  openapi: z.literal('3.0.3'),
  info: z.strictObject({ title: z.string().min(1), version: z.string().min(1) }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.looseObject({ type: z.enum(['http', 'apiKey', 'oauth2', 'openIdConnect']) }),
    ),
    schemas: z.record(z.string(), schema),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
});
