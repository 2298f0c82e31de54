// The dialog of a service: its recurrence when it is new, how far a change goes when it is one of a series, and the
// checks that a save may meet.
import { type ReactNode, useEffect, useMemo } from 'react';
import { type SeriesScope, saveSeries, saveServices } from '#core/planning/calls.ts';
import { mostOccurrences, occurrences, recurrenceInput as schema } from '#core/planning/recurrence.ts';
import { Service } from '#core/planning/service.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { store, useStore } from '#ui/client/store.ts';
import { confirm } from '#ui/confirm.tsx';
import type { BelowProps, DialogExtras } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { withConfirmation } from './anomalies.ts';
import { RecurrenceEditor } from './RecurrenceEditor.tsx';
import { noRecurrence, recurrenceInput, type TypedRecurrence } from './recurrence.ts';
import { askScope } from './scope.tsx';

const fresh = async (id: string): Promise<AnyRow> =>
  ((await call(endpointsOf(Service).read, { params: { id } })) as { service: AnyRow }).service;

/** N-020: asked before several are written. */
const sure = (count: number, verb: 'Créer' | 'Modifier'): Promise<boolean> =>
  confirm({
    title: `${verb} ${count} service(s) ?`,
    message: `${plural(count, 'service')} en une fois. Vous pourrez encore les modifier un par un.`,
    confirmLabel: verb,
  });

async function create(draft: Record<string, unknown>, typed: TypedRecurrence, zone: string, key: string) {
  const recurrence = recurrenceInput(typed, String(draft.startAt), String(draft.endAt), zone);
  if (recurrence) {
    const parsed = schema.safeParse(recurrence);
    // Holidays are the server's: where they count, it alone knows how many there are.
    const counted = parsed.success && typed.repeat !== 'holidays' && !typed.excludeHolidays;
    const count = counted ? occurrences(parsed.data, zone, []).length : null;
    if (count !== null && count > 1 && count <= mostOccurrences && !(await sure(count, 'Créer'))) return null;
  }
  return withConfirmation((more) =>
    call(saveServices, {
      input: { services: [draft], ...(recurrence ? { recurrence } : {}), ...more },
      key: more.confirmed ? actKey() : key,
    }),
  );
}

async function edit(row: AnyRow, draft: Record<string, unknown>, key: string) {
  const scope: SeriesScope | null = row.seriesId ? await askScope() : 'one';
  if (!scope) return null;
  const { id: _id, ...service } = draft;
  return withConfirmation((more) =>
    call(saveSeries, {
      params: { id: row.id },
      input: { service, filters: { series: scope }, ...more },
      // Another scope or a confirmation is another act.
      key: more.confirmed || scope !== 'one' ? actKey() : key,
    }),
  );
}

/** Of the dialog that is open; there is never more than one. */
const typed = store(noRecurrence);

function BelowHours({ values, change }: BelowProps): ReactNode {
  const recurrence = useStore(typed);
  // Only a new service repeats; the others belong to their series.
  if (!change || values.id !== undefined) return null;
  return (
    <RecurrenceEditor
      typed={recurrence}
      onChange={typed.set}
      startAt={(values.startAt as string | null) ?? null}
      endAt={(values.endAt as string | null) ?? null}
    />
  );
}

/** `opened` changes with each dialog: a recurrence typed once is not that of the next service. */
export function useServiceExtras(opened: unknown): DialogExtras {
  const { zone } = useLocale();
  useEffect(() => {
    void opened;
    typed.set(noRecurrence);
  }, [opened]);
  return useMemo(
    (): DialogExtras => ({
      below: { Horaires: BelowHours },
      only: (field) => field !== Service.fields.confirmed,
      async send(draft, row, key) {
        const saved = row ? await edit(row, draft, key) : await create(draft, typed.get(), zone, key);
        if (!saved) return null;
        void invalidateEntity(Service);
        const [first] = saved.services;
        return first ? fresh(row?.id ?? first.id) : null;
      },
    }),
    [zone],
  );
}
