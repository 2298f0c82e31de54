// Additions to the dialog of a service: recurrence of a new one, span of a change in a series, and the planning checks.
import { lazy, type ReactNode, useEffect, useMemo } from 'react';
import type { Field, Reference } from '#core/kernel/field.ts';
import { frozenReason } from '#core/kernel/frozen.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type SeriesSpan, saveSeries, saveServices } from '#core/planning/calls.ts';
import { countSeries } from '#core/planning/fetch-calls.ts';
import { mostOccurrences, occurrences, recurrenceInput as schema } from '#core/planning/recurrence.ts';
import { Service } from '#core/planning/service.ts';
import { keysByContent } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { store, useStore } from '#ui/client/store.ts';
import { confirm } from '#ui/confirm.tsx';
import type { BelowProps, DialogExtras } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow, BeforeMove } from '#ui/moves.ts';
import { servicePart } from '../logbook/parts.ts';
import { reportPart } from '../reports/parts.ts';
import { ServiceRounds } from '../rounds/ServiceRounds.tsx';
import { SiteInput } from '../sites/SitePicker.tsx';
import { whenOf } from '../summary/when.ts';
import { moveAll } from './acts.ts';
import { withConfirmation } from './anomalies.ts';
import { attestPart } from './attesting.ts';
import { Consents } from './Consents.tsx';
import { correctionPart } from './correction.ts';
import { FindAgent } from './FindAgent.tsx';
import { holidaysBetween } from './holidays.ts';
import { lifecyclePart } from './lifecycle/part.ts';
import { RecurrenceEditor } from './RecurrenceEditor.tsx';
import { noRecurrence, recurrenceInput, type TypedRecurrence } from './recurrence.ts';
import { SpecialtyInput } from './SpecialtyInput.tsx';
import { askSpan } from './span.tsx';

const fresh = async (id: string): Promise<AnyRow> =>
  ((await call(endpointsOf(Service).read, { params: { id } })) as { service: AnyRow }).service;

/** N-020: asked before every save; Enter confirms. */
const sure = (count: number, verb: 'Créer' | 'Modifier'): Promise<boolean> =>
  confirm({
    title: `${verb} ${count} service(s) ?`,
    message:
      count === 1
        ? 'Les collaborateurs le verront une fois publié.'
        : `${plural(count, 'service')} en une fois. Vous pourrez encore les modifier un par un.`,
    confirmLabel: verb,
  });

/** By what is answered to the questions as well: the key of a form is that of its draft alone. */
const keyOf = keysByContent();

async function create(draft: Record<string, unknown>, typed: TypedRecurrence, zone: string, key: string) {
  const recurrence = recurrenceInput(typed, String(draft.startAt), String(draft.endAt), zone);
  const parsed = recurrence ? schema.safeParse(recurrence) : null;
  // Invalid values are refused before the question.
  if (!parsed && !(await sure(1, 'Créer'))) return null;
  if (parsed?.success) {
    const { startDate, endDate } = parsed.data;
    const asksHolidays = typed.repeat === 'holidays' || typed.excludeHolidays;
    const holidays = asksHolidays ? await holidaysBetween(startDate, endDate) : [];
    const count = occurrences(parsed.data, zone, holidays).length;
    if (count > 0 && count <= mostOccurrences && !(await sure(count, 'Créer'))) return null;
  }
  return withConfirmation((more) =>
    call(saveServices, {
      input: { services: [draft], ...(recurrence ? { recurrence } : {}), ...more },
      key: keyOf([key, recurrence, more]),
    }),
  );
}

/** `many`: one of several records, each saved alone; their number was asked once before. */
async function edit(row: AnyRow, draft: Record<string, unknown>, key: string, many: boolean) {
  let span: SeriesSpan | null = 'one';
  // What stays writable on a frozen service belongs to this one alone.
  if (!many && row.seriesId && frozenReason(Service, row) === null)
    span = await askSpan(await call(countSeries, { params: { id: row.id } }));
  else if (!many && !(await sure(1, 'Modifier'))) span = null;
  if (!span) return null;
  const { id: _id, ...service } = draft;
  return withConfirmation((more) =>
    call(saveSeries, {
      params: { id: row.id },
      input: { service, filters: { series: span }, ...more },
      key: keyOf([key, row.id, span, more]),
    }),
  );
}

const { agencyReport, missingSignatures, confirmed, startAtDate, startAtTime, endAtTime, circuitStatus, seriesId } =
  Service.fields;
/** For other programs, or a repetition of what the dialog shows in words. */
const notShown: ReadonlySet<Field> = new Set([
  agencyReport,
  missingSignatures,
  confirmed,
  startAtDate,
  startAtTime,
  endAtTime,
  circuitStatus,
  seriesId,
]);

/** « Reprogrammation » is checked as a save: its question comes before, once for all rows. */
const beforeMove: BeforeMove = async (name, rows) => {
  if (name !== 'reschedule') return undefined;
  const moved = await moveAll(
    rows.map(({ id }) => id),
    name,
  );
  if (!moved) return null;
  const whys = new Map(moved.refused.map(({ id, why }) => [id, why]));
  return ({ id }) => {
    const why = whys.get(id);
    return why === undefined ? fresh(id) : Promise.reject(new Problem('conflict', why));
  };
};

const inputs = { site: SiteInput, specialty: SpecialtyInput };
const parts = [lifecyclePart, servicePart, reportPart, attestPart, correctionPart];
const summary = lazy(() => import('./ServiceSummary.tsx'));

/** « Hôtel Miramarine · lun. 16, 19:00–07:00 » */
export const serviceTitle = (row: AnyRow, zone: string): string => `${serviceSite(row)} · ${serviceWhen(row, zone)}`;
export const serviceSite = ({ site }: AnyRow): string => (site as Reference).name ?? '';
export const serviceWhen = ({ startAt, endAt, openEnded }: AnyRow, zone: string): string =>
  whenOf(String(startAt), openEnded ? null : String(endAt), zone);

/** Recurrence of the open dialog; there is never more than one. */
const typed = store(noRecurrence);

function BelowHours({ values, change }: BelowProps): ReactNode {
  const recurrence = useStore(typed);
  // Only a new service gets a recurrence; others belong to their series.
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

const BelowPeople = (props: BelowProps): ReactNode => (
  <>
    <FindAgent {...props} />
    <Consents {...props} />
  </>
);

/** `opened` changes with each dialog and resets the recurrence. */
export function useServiceExtras(opened: unknown): DialogExtras {
  const { zone } = useLocale();
  useEffect(() => {
    void opened;
    typed.set(noRecurrence);
  }, [opened]);
  return useMemo(
    (): DialogExtras => ({
      summary,
      title: serviceTitle,
      beforeMove,
      below: { Horaires: BelowHours, Collaborateurs: BelowPeople, Rondes: ServiceRounds },
      parts,
      inputs,
      only: (field) => !notShown.has(field),
      askMany: (records) => sure(records.length, 'Modifier'),
      async send(draft, row, key, many) {
        const saved = row ? await edit(row, draft, key, many) : await create(draft, typed.get(), zone, key);
        if (!saved) return null;
        void invalidateEntity(
          Service,
          saved.services.map(({ id }) => id),
        );
        const [first] = saved.services;
        return first ? fresh(row?.id ?? first.id) : null;
      },
    }),
    [zone],
  );
}
