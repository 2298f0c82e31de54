// Before somebody changes or removes what an accepted request became: the request is named, and who is told.
import type { Entity } from '#core/kernel/entity.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { confirm } from '#ui/confirm.tsx';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { type AnyRow, makeMove } from '#ui/moves.ts';

type Origin = { subject: string } | null | undefined;

interface Born {
  /** « Cette absence » */
  named: string;
  /** What was granted: a change of anything else tells nobody. */
  granted: readonly string[];
}

const words = (named: string, { subject }: { subject: string }, done: string): string =>
  `${named} vient de la demande acceptée « ${subject} ». La demande reste acceptée : elle dira ${done}, et le collaborateur en est prévenu. Pour revenir sur l’accord, répondez de nouveau à la demande.`;

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Questions of the dialog and of the menus of `of`. */
export const bornExtras = (of: Entity, { named, granted }: Born): Pick<DialogExtras, 'beforeMove' | 'ask'> => ({
  beforeMove: async (name, rows) => {
    const [row] = rows;
    const { read } = endpointsOf(of);
    // Of many rows, the usual question: each person is told.
    if (name !== 'delete' || !row || rows.length > 1 || !read || !sessionStore.get()?.can(['listAgentRequests']))
      return;
    const { [of.name]: whole } = (await call(read, { params: { id: row.id } })) as Record<string, AnyRow>;
    const origin = whole?.request as Origin;
    if (!origin) return;
    const isSure = await confirm({
      ...{ title: 'Supprimer cet élément ?', confirmLabel: 'Supprimer', danger: true },
      message: words(named, origin, 'la suppression'),
    });
    return isSure ? (one) => makeMove(of, one, name) : null;
  },
  ask: async (values, row) => {
    const origin = row?.request as Origin;
    const isChanged = granted.some((path) => path in values && idOf(values[path]) !== idOf(row?.[path]));
    if (!origin || !isChanged) return true;
    return confirm({
      ...{ title: 'Modifier ce qui a été accordé ?', confirmLabel: 'Modifier' },
      message: words(named, origin, 'la modification'),
    });
  },
});
