// Requests for the walls: of the agent or the customer himself, of another; pending and answered.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

const kinds = ['agent', 'customer'] as const;
type Kind = (typeof kinds)[number];

/** Types of the lists of the agency, made by hand: the rows of a wall have none of their own. */
export function askRows(at: Premises, stranger: string): Record<string, Row[]> {
  const rows: Record<string, Row[]> = {};
  for (const kind of kinds) {
    const type = randomUUID();
    rows[kind === 'agent' ? 'agency_request_types' : 'agency_customer_request_types'] = [{ id: type, name: 'Autre' }];
    const [own, other] = kind === 'agent' ? [at.agent, at.otherAgent] : [at.customer, at.otherCustomer];
    const requests = [own, other].flatMap((whose) =>
      [100, 300].map((status) => ({
        ...{ id: randomUUID(), request_type_id: type, [`${kind}_id`]: whose, subject: String(status), status },
        user_id: at.user,
      })),
    );
    const each = (more: (one: Row) => Row): Row[] =>
      requests.map((one) => ({ [`${kind}_request_id`]: one.id, ...more(one) }));
    rows[`${kind}_requests`] = requests;
    rows[`${kind}_request_attachments`] = each(() => ({ file_id: at.file }));
    rows[`${kind}_request_messages`] = [at.user, stranger].flatMap((user_id) =>
      each(() => ({
        id: randomUUID(),
        side: user_id === at.user ? 'REQUESTER' : 'AGENCY',
        content: 'Bonjour',
        user_id,
      })),
    );
    rows[`${kind}_request_readers`] = [at.user, stranger].flatMap((user_id) => each(() => ({ user_id })));
  }
  return rows;
}

/** By their id: the rows of the other tables name them only so. */
const known = new Map<unknown, Row>();
export const knowRequests = (settled: Readonly<Record<string, Row[]>>): void => {
  for (const kind of kinds) for (const row of settled[`${kind}_requests`] ?? []) known.set(row.id, row);
};

const wallsOf = (kind: Kind): Record<string, Record<Role, Rule>> => {
  const isOwn = (row: Row, at: Premises): boolean => row[`${kind}_id`] === at[kind];
  const isOpen = (row: Row, at: Premises): boolean => isOwn(row, at) && row.status === 100;
  const of =
    (rule: (row: Row, at: Premises) => boolean) =>
    (row: Row, at: Premises): boolean => {
      const request = known.get(row[`${kind}_request_id`]);
      return request !== undefined && rule(request, at);
    };
  const isHis = (row: Row, at: Premises): boolean => row.user_id === at.user;
  const his = (rule: Rule): Record<Role, Rule> => ({ staff: 'siud', agent: '', customer: '', [kind]: rule });
  return {
    [`${kind}_requests`]: his([
      ['s', isOwn],
      ['iud', isOpen],
    ]),
    // What was answered is frozen, for the agency too.
    [`${kind}_request_attachments`]: {
      ...his([
        ['s', of(isOwn)],
        ['iud', of(isOpen)],
      ]),
      staff: [
        ['si', () => true],
        ['ud', of((one) => one.status === 100)],
      ],
    },
    // Nobody changes what was said.
    [`${kind}_request_messages`]: {
      ...his([
        ['s', of(isOwn)],
        ['i', (row, at) => isHis(row, at) && row.side === 'REQUESTER' && of(isOwn)(row, at)],
      ]),
      staff: 'si',
    },
    [`${kind}_request_readers`]: {
      ...{ staff: [['siu', isHis]], agent: [['s', isHis]], customer: [['s', isHis]] },
      [kind]: [
        ['s', isHis],
        ['iu', (row: Row, at: Premises) => isHis(row, at) && of(isOwn)(row, at)],
      ],
    } as Record<Role, Rule>,
  };
};

export const askWalls: Record<string, Record<Role, Rule>> = { ...wallsOf('agent'), ...wallsOf('customer') };
