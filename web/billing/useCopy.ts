import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';

/** « Copier » of a paper: a draft of today, which opens. */
export function useCopy(of: Entity, copy: Endpoint, id: string): ReturnType<typeof useAct<[]>> {
  const openSheet = useOpenSheet();
  const keyOf = useActKey();
  return useAct(async () => {
    const made = (await call(copy, { params: { id }, input: {}, key: keyOf(id) })) as Record<string, { id: string }>;
    keyOf.renew();
    notifySuccess('Copie préparée : un brouillon du jour');
    void invalidateEntity(of);
    openSheet({ entity: of.name, id: String(made[of.name]?.id) });
  });
}
