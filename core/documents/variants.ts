// J-005 to J-009: the documents of collaborators and those of customers under their own paths. The same calls, of one owner.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { listInputOf } from '../kernel/query.ts';
import { listedSchema, rowSchema, saveSchema } from '../kernel/schema.ts';
import type { Right } from '../rights.ts';
import { zipDocuments } from './calls.ts';
import { Document, documentReaders } from './document.ts';

function callsOf(prefix: 'agents' | 'customers', whose: string, readers: readonly Right[]) {
  const mounts = { agency: readers };
  return {
    save: endpoint({
      name: `save:document:${prefix}`,
      method: 'POST',
      path: `/${prefix}/document`,
      mounts: { agency: { create: Document.grants.create.agency ?? null, edit: Document.grants.edit.agency ?? null } },
      summary: `Créer ou modifier un document ${whose}`,
      input: saveSchema(Document),
      output: z.strictObject({ document: rowSchema(Document) }),
    }),
    list: endpoint({
      name: `list:document:${prefix}`,
      method: 'POST',
      path: `/${prefix}/fetch/documents`,
      mounts,
      summary: `Lister les documents ${whose}`,
      reads: true,
      input: listInputOf(Document.pageSize),
      output: z.looseObject({ documents: z.array(listedSchema(Document)), filtered: z.int() }),
    }),
    download: endpoint({
      name: `download:document:${prefix}`,
      method: 'GET',
      path: `/${prefix}/document/{id}/download`,
      mounts,
      summary: `Télécharger un document ${whose}`,
      params: byId,
      binary: true,
    }),
    zip: endpoint({
      name: `zip:document:${prefix}`,
      method: 'POST',
      path: `/${prefix}/documents/download`,
      mounts,
      summary: `Télécharger plusieurs documents ${whose} en une archive`,
      repeatable: true,
      input: zipDocuments.input,
      binary: true,
    }),
    remove: endpoint({
      name: `remove:document:${prefix}`,
      method: 'DELETE',
      path: `/${prefix}/document/{id}`,
      mounts: { agency: ['deleteDocument'] },
      summary: `Supprimer un document ${whose}`,
      params: byId,
    }),
  };
}

export const agentsDocuments = callsOf('agents', 'd’un collaborateur', documentReaders.agency);
export const customersDocuments = callsOf('customers', 'd’un client', ['listDocuments']);
