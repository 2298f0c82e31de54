// Journals and FEC of a fiscal year, and the turnover.
import { downloadFec, listEntries, listTurnover, mostEntries } from '#core/accounting/calls.ts';
import { type Entry, entriesOf, fiscalYearOf } from '#core/accounting/entries.ts';
import { fecName, fecOf } from '#core/accounting/fec.ts';
import { sum, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { type Books, readBooks, readFacts } from './facts.ts';
import { turnoverOf } from './turnover.ts';

const refused = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

interface Year {
  from: string;
  to: string;
  books: Books;
  entries: Entry[];
}

/** Numbers of entries count from the first day of the fiscal year: it is always read as a whole. */
async function yearOf(db: Db, day: string): Promise<Year> {
  const books = await readBooks(db);
  const { from, to } = fiscalYearOf(day, books.fiscalYearMonth);
  return { from, to, books, entries: entriesOf(await readFacts(db, from, to), from, to) };
}

export const accountingHandlers: Handler[] = [
  handle(listEntries, async ({ db, input }) => {
    const day = input.to ?? input.from ?? (await agencyToday(db));
    const year = await yearOf(db, day);
    const from = input.from ?? year.from;
    const to = input.to ?? year.to;
    if (from > to) throw refused('to', 'La fin précède le début.');
    if (from < year.from) throw refused('from', 'Une période tient dans un exercice.');
    const wanted = year.entries.filter(
      ({ date, journal }) => date >= from && date <= to && (!input.journal || journal === input.journal),
    );
    const lines = wanted.flatMap((entry) => entry.lines);
    return {
      year: { from: year.from, to: year.to },
      from,
      to,
      currency: year.books.currency,
      entries: wanted.slice(0, mostEntries).map(({ journal, number, date, piece, label, lettering, lines: own }) => ({
        ...{ journal, number, date, piece, label, lettering: lettering?.code ?? null },
        lines: own.map((line) => ({ ...line, debit: toNumber(line.debit), credit: toNumber(line.credit) })),
      })),
      filtered: wanted.length,
      debit: toNumber(sum(lines.map(({ debit }) => debit))),
      credit: toNumber(sum(lines.map(({ credit }) => credit))),
    };
  }),

  handle(downloadFec, async (call) => {
    const { db, params } = call;
    const year = await yearOf(db, params?.day ?? (await agencyToday(db)));
    const { siret } = year.books;
    if (!siret) throw new Problem('conflict', 'Le SIRET de l’agence manque : complétez ses paramètres.');
    return fileReply(Buffer.from(fecOf(year.entries)), fecName(siret, year.to), 'text/plain; charset=utf-8');
  }),

  handle(listTurnover, ({ db, input }) => turnoverOf(db, input)),
];
