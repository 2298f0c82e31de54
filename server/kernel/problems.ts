// Turns errors into Problems: known ones unchanged, database refusals in French, any other as a 500 without details.
import pg from 'pg';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { messages, Problem, tooLargeTitle, tooLongBody } from '#core/kernel/problem.ts';
import { frozenCode } from './frozen.ts';
import { columnOf, nameAt } from './names.ts';

/** `<table>_<column>_key`: the convention by which a unique constraint names its field. */
const uniqueColumn = (error: pg.DatabaseError): string =>
  (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_key$/, '');

const camel = (column: string): string => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof pg.DatabaseError) return databaseProblem(error);
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413)
    return new Problem('tooLarge', code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLongBody : tooLargeTitle);
  if (statusCode === 429) return new Problem('tooMany', 'Trop de demandes. Réessayez dans un instant.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(
      'invalid',
      code?.startsWith('FST_ERR_CTP') || statusCode === 400 ? 'Demande illisible' : messages.unexpected,
    );
  }
  return null;
}

const taken = (path: string): Problem =>
  new Problem('invalid', 'Valeur déjà utilisée', { violations: [{ path, message: 'Déjà utilisé' }] });

/** Decision 86. */
export const usedId = (): Problem =>
  new Problem('conflict', 'Cet identifiant est déjà utilisé.', {
    violations: [{ path: 'newId', message: 'Déjà utilisé' }],
  });

/** Reports a duplicate value at its field, which may be in a group. */
export function takenIn(of: Entity, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return error;
  // Two clients chose the same id at the same time.
  const column = uniqueColumn(error);
  // `id`: of a table whose ids are unique across agencies.
  if (error.constraint === `${of.table}_pkey` || column === 'id') return usedId();
  const field = flatFields(of.fields).find(([path, field]) => columnOf(nameAt(path), field) === column);
  return taken(field?.[0] ?? camel(column));
}

function databaseProblem(error: pg.DatabaseError): Problem | null {
  const code = error.code ?? '';
  if (code === '23505') return taken(camel(uniqueColumn(error)));
  if (code === '23503')
    return new Problem('conflict', 'Cet élément est utilisé ailleurs : archivez-le plutôt que de le supprimer.');
  if (code === '23514' || code === '23502') return new Problem('invalid', 'Valeur refusée');
  if (code === frozenCode) return new Problem('conflict', error.message);
  // 42501: a row policy refused the write.
  if (code === '42501') return new Problem('forbidden', messages.notYours);
  // Class 22: a value that PostgreSQL cannot read (dates, numbers, NUL).
  if (code.startsWith('22')) return new Problem('invalid', 'Valeur invalide');
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new Problem('conflict', 'Une autre modification est en cours. Réessayez.');
  return null;
}
