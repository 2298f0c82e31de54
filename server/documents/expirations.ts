// Documents by their end, as the other lists of « Expirations ».
import type { DocumentExpiration } from '#core/documents/expirations.ts';
import { expiryStateOf, today } from '#server/agents/contracts.ts';
import type { Extension } from '#server/kernel/extension.ts';

export const documentExpirationExtension: Extension<typeof DocumentExpiration> = {
  computed: {
    whose: (
      t,
    ) => `coalesce((select a.fullname from agents a where a.agency_id = ${t}.agency_id and a.id = ${t}.agent_id),
      (select c.name from customers c where c.agency_id = ${t}.agency_id and c.id = ${t}.customer_id))`,
    state: (t) => expiryStateOf(`${t}.expired_at`),
    daysLeft: (t) => `${t}.expired_at - ${today}`,
  },
};
