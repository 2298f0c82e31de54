// Mails to signatories: the link, the reminder, the code, the signed file, the cancellation.
import type { ContractKind } from '#core/contracts/variables.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type MailKind, messageOf, paragraphsOf, subjectOf, type WordValues } from '#core/mail/words.ts';
import { codeMinutes } from '#core/signing/steps.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Call, Caller, Services } from '#server/kernel/call.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { type AgencyWords, agencyWords } from '#server/mail/words.ts';
import { type House, identityOf } from '#server/pdf/identity.ts';
import { awaited, newLink, type Party, type SignatureRequest } from '#server/signing/requests.ts';
import { addSteps } from '#server/signing/steps.ts';

/** Where an act on a contract happens: a call of the agency, of a link, or a job. */
export interface Acting {
  db: Db;
  services: Services;
  agency: string;
  now: Date;
  caller: Caller | null;
  host: string | null;
  source?: Call['source'];
}

export const actingOf = (call: Call): Acting => ({
  ...{ db: call.db, services: call.services, agency: call.context.agency as string, now: call.now },
  ...{ caller: call.caller, host: call.host, source: call.source },
});

export interface Named {
  kind: ContractKind;
  id: string;
  title: string;
  reference: string | null;
}

export const auditOf = ({ caller, agency, now }: Acting) => ({ caller, context: { ...nobody, agency }, now });

/** In the transaction's own connection: a second one could be waited for. */
export const houseOf = ({ db, services, agency }: Pick<Acting, 'db' | 'services' | 'agency'>): Promise<House> =>
  identityOf({
    db,
    context: { ...nobody, agency },
    services: {
      ...services,
      database: {
        ...services.database,
        platform: { query: async (statement: never) => ({ rows: await db.query(statement) }) } as never,
      },
    },
  });

/** The address that people of this agency use. */
export const addressOf = ({ services, host }: Pick<Acting, 'services' | 'host'>): string =>
  host === null ? services.environment.publicUrl : services.tenants.urlOf(services.tenants.of(host));

export const mailAll = (mails: readonly Mail[], { db, services, agency, caller, host, now }: Acting): Promise<void> =>
  services.mailer.send(mails, { db, agency, caller, host, reason: 'contractSignature', now, whenLocked: true });

/** The day where the agency is. */
const dayIn = (at: Date, zone: string): string => frenchDay(wallClock(at, zone).day);

async function wordsOf(kind: MailKind, { db, agency }: Acting): Promise<AgencyWords & { zone: string }> {
  const [row] = await db.query<{ zone: string }>({
    name: 'zone-of-agency',
    text: 'select time_zone as zone from agencies where id = $1',
    values: [agency],
  });
  return { ...(await agencyWords(db, agency, kind)), zone: row?.zone ?? 'Europe/Paris' };
}

/** What the words of a mail about it are filled in with. */
const valuesOf = (
  { title, reference }: Named,
  { agency, zone }: { agency: string; zone: string },
  destinataire: string,
  now: Date,
): WordValues => ({
  ...{ agence: agency, destinataire, titre: title, date: dayIn(now, zone) },
  document: `« ${title} »${reference ? `, référence ${reference}` : ''}`,
});

/** A new link to each of those whose turn it is. */
export async function askParties(
  contract: Named,
  request: SignatureRequest,
  parties: readonly Party[],
  acting: Acting,
  isReminder = false,
): Promise<number> {
  const reached = awaited(request, parties).filter(({ email }) => email !== null);
  if (reached.length === 0) return 0;
  const kind = isReminder ? 'contractRemind' : 'contractSign';
  const words = await wordsOf(kind, acting);
  const address = addressOf(acting);
  const until = dayIn(request.expiresAt, words.zone);
  const mails: Mail[] = [];
  for (const party of reached) {
    const values = { ...valuesOf(contract, words, party.fullname, acting.now), echeance: until };
    const token = await newLink(acting.db, acting.agency, party.id, request.expiresAt, acting.now);
    mails.push({
      to: party.email as string,
      subject: subjectOf(kind, words, values),
      paragraphs: [
        ...paragraphsOf(messageOf(kind, words, values)),
        // Whatever the agency writes: the link opens a signature.
        `Le lien ci-dessous est personnel : ne le transmettez pas. Il est valable jusqu’au ${until}. Un code vous sera envoyé à cette adresse au moment de signer.`,
      ],
      action: { label: 'Lire et signer', url: `${address}/#/signature/${contract.kind}/${contract.id}/${token}` },
      secret: true,
    });
  }
  await addSteps(
    acting,
    acting.agency,
    request.id,
    reached.map((party) => ({ act: isReminder ? ('REMINDED' as const) : ('SENT' as const), party })),
  );
  await mailAll(mails, acting);
  return reached.length;
}

export const codeMail = (to: string, title: string, code: string): Mail => ({
  to,
  // Subjects are kept and listed: the code is in the text alone.
  subject: 'Votre code de signature',
  paragraphs: [
    `Votre code pour signer ou refuser « ${title} » est : ${code}`,
    `Il est valable ${codeMinutes} minutes. Si vous n’êtes pas en train de répondre à cette demande, ignorez cet e-mail et ne donnez ce code à personne.`,
  ],
  secret: true,
});

export const signedMail = (to: string, contract: Named, file: string): Mail => ({
  to,
  subject: `« ${contract.title} » est signé`,
  paragraphs: [
    `Tous les signataires ont signé « ${contract.title} »${contract.reference ? `, référence ${contract.reference}` : ''}.`,
    'Le document signé est joint : gardez ce fichier tel quel, sa valeur tient à ce qu’il reste inchangé.',
  ],
  attachments: [file],
});

/** To those who had a link. Why he refused, he wrote to the agency. */
export const refusedMails = (contract: Named, who: string, parties: readonly Party[]): Mail[] =>
  parties.flatMap(({ email }) =>
    email
      ? [
          {
            to: email,
            subject: `« ${contract.title} » ne sera pas signé`,
            paragraphs: [
              `${who} a refusé de signer « ${contract.title} »${contract.reference ? `, référence ${contract.reference}` : ''}.`,
              'Vous n’avez rien à faire : votre lien n’est plus valable. Si le document vous est proposé de nouveau, vous recevrez un autre e-mail.',
            ],
          },
        ]
      : [],
  );

export async function cancelledMails(contract: Named, parties: readonly Party[], acting: Acting): Promise<Mail[]> {
  const words = await wordsOf('contractCancel', acting);
  return parties.flatMap(({ email, fullname }) =>
    email
      ? [
          {
            to: email,
            subject: subjectOf('contractCancel', words, valuesOf(contract, words, fullname, acting.now)),
            paragraphs: paragraphsOf(
              messageOf('contractCancel', words, valuesOf(contract, words, fullname, acting.now)),
            ),
          },
        ]
      : [],
  );
}
