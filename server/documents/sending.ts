// One's own documents by mail, of an agent or of a customer (J-018, decision 82).
import { Document } from '#core/documents/document.ts';
import { listOwnAddresses, sendOwnDocuments, unknownAddress } from '#core/documents/sending.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { subjectOf } from '#core/mail/words.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { agencyWords } from '#server/mail/words.ts';

interface Known extends Record<string, unknown> {
  address: string;
  label: string;
}

const knownTo = (db: Db): Promise<Known[]> =>
  db.query<Known>({
    name: 'own-document-addresses',
    text: `select lower(g.email) as address, g.name as label from agencies g where g.id = app_agency() and g.email is not null
      union all select lower(a.email), a.fullname from agents a where a.agency_id = app_agency() and a.id = app_agent() and app_customer() is null and a.email is not null
      union all select lower(p.email), concat_ws(' ', p.firstname, p.lastname) from contacts p
        where p.agency_id = app_agency() and p.customer_id = app_customer() and p.user_id = app_user() and p.email is not null`,
  });

export const sendingHandlers: Handler[] = [
  handle(listOwnAddresses, async ({ db }) => ({ addresses: await knownTo(db) })),

  handle(sendOwnDocuments, async (call) => {
    const { db, input, caller, context, host, now, services } = call;
    const known = new Map((await knownTo(db)).map(({ address, label }) => [address, label]));
    const to = [...new Set(input.to)];
    if (!to.every((address) => known.has(address)))
      throw new Problem('invalid', unknownAddress, { violations: [{ path: 'to', message: unknownAddress }] });
    const ids = [...new Set(input.ids.map((id) => id.toLowerCase()))];
    const documents = await db.query<{ id: string; name: string; file: string }>({
      name: 'own-documents-to-mail',
      text: `select id, name, file_id as file from documents where agency_id = app_agency() and id = any ($1::uuid[])
        and (app_customer() is null and agent_id = app_agent() or customer_id = app_customer()) order by array_position($1::uuid[], id)`,
      values: [ids],
    });
    if (documents.length < ids.length) throw new Problem('missing', Document.missing);
    const words = await agencyWords(db, context.agency as string, 'document');
    const values = {
      ...{ agence: words.agency, date: frenchDay(words.today) },
      document: documents.length === 1 ? (documents[0]?.name as string) : `${documents.length} documents`,
    };
    const names = documents.map(({ name }) => `« ${name} »`).join(', ');
    await services.mailer.send(
      to.map((address) => ({
        to: address,
        subject: subjectOf('document', words, { ...values, destinataire: known.get(address) ?? '' }),
        paragraphs: [
          `${caller?.name ?? ''} vous envoie ${documents.length === 1 ? 'ce document' : 'ces documents'} : ${names}.`,
          ...input.message.split(/\n\s*\n/).flatMap((text) => text.trim() || []),
        ],
        attachments: [...new Set(documents.map(({ file }) => file))],
      })),
      { db, agency: context.agency, caller, host, reason: 'ownDocument', now },
    );
    await writeAudits(
      db,
      call,
      documents.map(({ id }) => ({
        ...{ entity: Document.name, id, action: 'mailOwn' },
        changes: { recipients: { before: null, after: to.length } },
      })),
    );
    return { sent: documents.length };
  }),
];
