// The input of every list call, and which filters count as active.
import * as z from 'zod';

export const pageSizes = [5, 10, 25, 50, 100, 250] as const;
/** The choices, with those of this page: the one that it opens with, and the one in use (D-024). */
export const sizesWith = (...own: readonly number[]): number[] =>
  [...new Set([...pageSizes, ...own])].sort((one, other) => one - other);
export const defaultPageSize = 25;
export const maximumPageSize = 5_000;
export const searchDelay = 400;

/** More than any list has columns. */
const mostFields = 200;

export const listInput = z.strictObject({
  query: z.string().max(200).nullish(),
  filters: z.record(z.string(), z.unknown()).nullish(),
  orderBy: z.string().nullish(),
  ascending: z.boolean().nullish(),
  page: z.int().min(1).max(1_000_000).nullish(),
  limit: z.int().min(1).max(maximumPageSize).nullish(),
  fields: z
    .array(z.string().max(100))
    .max(mostFields)
    .nullish()
    .describe('Les colonnes utiles ; les autres sont vides si elles peuvent l’être'),
  count: z.boolean().nullish().describe('false : `filtered` est le rang de la dernière ligne de la page, sans compter'),
});

/** The same, with the default number of rows in the API document. */
export const listInputOf = (pageSize: number = defaultPageSize): typeof listInput =>
  listInput.extend({ limit: listInput.shape.limit.describe(`${pageSize} lignes par défaut`) }) as typeof listInput;

export type ListInput = z.input<typeof listInput>;
export type Filters = Record<string, unknown>;

/** -1, 'all', null, '' and an empty list mean no filter (decision 48). */
export const isInactive = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === -1 ||
  value === 'all' ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** A filter of every list whose status has archived states: true shows their rows too. */
export const archivedFilter = 'archived';

/** A filter of every list: these rows, whatever their state. A link of a message opens it; no form offers it. */
export const idsFilter = 'id';
export const mostIds = 1_000;

/** The badge of the filter button; the date range is not counted (D-005). */
export const countActive = (filters: Filters): number =>
  Object.entries(filters).filter(
    ([name, value]) => name !== 'dateRange' && name !== 'start' && name !== 'end' && !isInactive(value),
  ).length;

/** The flag beside a list of ids: -1 no filter, 0 rows without a value, 1 rows among the ids (decision 47). */
export const flagName = (field: string): string => `is${field[0]?.toUpperCase()}${field.slice(1)}`;

/** The filters with one that the client cannot turn off. */
export function withForced(filters: Filters | null | undefined, field: string, value: unknown): Filters {
  const { [flagName(field)]: _flag, ...others } = filters ?? {};
  return { ...others, [field]: value };
}
