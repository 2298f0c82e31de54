// Before somebody changes or removes what an accepted request became: the request is named, and who is told.
import type { Entity } from '#core/kernel/entity.ts';
import { requestsBehind } from '#core/requests/calls.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { confirm } from '#ui/confirm.tsx';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { type AnyRow, type BeforeMove, makeMove } from '#ui/moves.ts';

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

/** The first ones are enough to know which. */
const most = 8;

async function askMany(of: Entity, rows: readonly AnyRow[]): ReturnType<BeforeMove> {
  const input = { entity: of.name as 'unavailability', ids: rows.map(({ id }) => id) };
  const { requests } = await call(requestsBehind, { input });
  if (requests.length === 0) return undefined;
  const names = requests.slice(0, most).map(({ subject, agent }) => `« ${subject} » (${agent})`);
  const more = requests.length > most ? ` et ${plural(requests.length - most, 'autre')}` : '';
  const isSure = await confirm({
    ...{ title: `Supprimer ces ${rows.length} éléments ?`, confirmLabel: 'Supprimer', danger: true },
    message: `${plural(requests.length, 'vient d’une demande acceptée', 'viennent de demandes acceptées')} : ${names.join(', ')}${more}. Ces demandes restent acceptées : elles diront la suppression, et chaque collaborateur en est prévenu. Pour revenir sur l’accord, répondez de nouveau à la demande.`,
  });
  return isSure ? (one) => makeMove(of, one, 'delete') : null;
}

/** Questions of the dialog and of the menus of `of`. */
export const bornExtras = (of: Entity, { named, granted }: Born): Pick<DialogExtras, 'beforeMove' | 'ask'> => ({
  beforeMove: async (name, rows) => {
    const [row] = rows;
    const { read } = endpointsOf(of);
    if (name !== 'delete' || !row || !read || !sessionStore.get()?.can(['listAgentRequests'])) return;
    if (rows.length > 1) return askMany(of, rows);
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
