// The agency is told how a signature ended.
import { contractAnswered } from '#core/contracts/notifications.ts';
import { nobody } from '#server/db/context.ts';
import { notify } from '#server/notifications/notify.ts';
import type { Acting, Named } from './asking.ts';

const paths = { agent: 'agent_contracts', customer: 'customer' } as const;

export async function tellAnswer(
  contract: Named,
  event: string,
  words: string,
  acting: Acting,
  more?: string,
): Promise<void> {
  const { db, agency, now, caller, host, services } = acting;
  const { kind, id, title, reference } = contract;
  await notify(
    db,
    contractAnswered[kind],
    [
      {
        ...{ to: 'holders', event, link: `/${paths[kind]}?open=${id}` },
        title: `« ${title} » ${words}`,
        text: more ?? (reference ? `Référence ${reference}` : title),
      },
    ],
    { caller, context: { ...nobody, agency }, now, host, services },
  );
}
