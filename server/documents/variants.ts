// The documents of collaborators, and those of customers, under their own paths (J-005 to J-009).
import type { DocumentTarget } from '#core/documents/document.ts';
import { Document } from '#core/documents/document.ts';
import { agentsDocuments, customersDocuments } from '#core/documents/variants.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type ListInput, withForced } from '#core/kernel/query.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { list } from '#server/kernel/list.ts';
import { save } from '#server/kernel/save.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { documentPlan, removeDocument } from './documents.ts';
import { download, zip } from './reading.ts';

/** A document of somebody else is not under this path. */
async function refuseOthers({ db }: Call, ids: readonly string[], target: DocumentTarget): Promise<void> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = asked.every(isUuid)
    ? await db.query({
        name: 'documents-of-target',
        text: 'select id from documents where agency_id = app_agency() and id = any ($1::uuid[]) and target = $2',
        values: [asked, target],
      })
    : [];
  if (found.length < asked.length) throw new Problem('missing', Document.missing);
}

const handlersOf = (calls: typeof agentsDocuments, target: DocumentTarget): Handler[] => [
  handle(calls.save, async (call) => {
    const { input } = call;
    if (input.id) await refuseOthers(call as never, [String(input.id)], target);
    return save(documentPlan as never, { ...call, input: { ...input, target } } as never) as never;
  }),
  handle(calls.list, async (call) => {
    const input = call.input as ListInput;
    const filters = withForced(input.filters, 'target', [target]);
    return list(documentPlan as never, { ...call, input: { ...input, filters } } as never) as never;
  }),
  handle(calls.download, async (call) => {
    await refuseOthers(call as never, [call.params.id], target);
    return download(call as never, call.params.id) as never;
  }),
  handle(calls.zip, async (call) => {
    await refuseOthers(call as never, call.input.ids, target);
    return zip(call as never, call.input.ids) as never;
  }),
  handle(calls.remove, async (call) => {
    await refuseOthers(call as never, [call.params.id], target);
    await removeDocument(call.params.id, call as never);
  }),
];

export const variantHandlers: Handler[] = [
  ...handlersOf(agentsDocuments, 'AGENT'),
  ...handlersOf(customersDocuments, 'CUSTOMER'),
];
