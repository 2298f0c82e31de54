// What people send to the platform: improvement requests and referrals.
import {
  giveFeedback,
  guideMessages,
  mostFeedbacks,
  mostReferrals,
  mostReferralsOfAgency,
  referralPause,
  sendReferral,
} from '#core/guides/people-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { roleFlags } from '#core/roles.ts';
import type { Module } from '#core/tenant.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { refusePlatform, refuseUnenrolled } from '#server/kernel/scope.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keyedDigest } from '#server/secret.ts';
import { ownSubscription } from '#server/subscriptions/subscription.ts';

function needModule({ services, host }: Pick<Call, 'services' | 'host'>, module: Module): void {
  if (!services.tenants.of(host).tenant.modules[module]) throw new Problem('missing', guideMessages.closed);
}

export const sendingHandlers: Handler[] = [
  handle(giveFeedback, async (call) => {
    needModule(call, 'feedback');
    // It would stand under the name of an agency that did not ask for it.
    if (!call.caller?.acting) refusePlatform(call);
    const { message, page } = call.input;
    const id = uuidv7(call.now.getTime());
    const author = call.caller?.acting?.name ?? call.caller?.name ?? '';
    const [given] = await call.db.query<{ taken: boolean }>({
      name: 'give-feedback',
      text: 'select give_feedback($1, $2, $3, $4, $5) as taken',
      values: [id, author, page || null, message, mostFeedbacks],
    });
    if (!given?.taken) throw new Problem('tooMany', guideMessages.manyFeedbacks);
    await writeAudit(call.db, call, { entity: 'feedback', id, action: 'create' });
    return { feedback: { id } };
  }),

  handle(sendReferral, async (call) => {
    const { db, services, now, caller, host } = call;
    if (caller) refuseUnenrolled(caller);
    needModule(call, 'referral');
    const profiles = caller?.acting ? [caller.acting] : (caller?.profiles ?? []);
    const sender = profiles.find((profile) => roleFlags(profile).isStaff && profile.locked === null);
    if (!sender || !caller) throw new Problem('conflict', guideMessages.staffOnly);
    const { email, message } = call.input;
    // The mail belongs to the agency of the sender, whose owner follows it.
    await db.query({ text: `select set_config('app.agency', $1, true)`, values: [sender.agencyId] });
    // Anybody opens a trial: it sends nothing to strangers.
    if ((await ownSubscription(db)).isFreeTrial) throw new Problem('conflict', guideMessages.onTrial);
    const recipient = keyedDigest(services.environment.secret, 'referral', email);
    const [noted] = await db.query<{ why: 'day' | 'agency' | 'again' | null }>({
      name: 'note-referral',
      text: 'select note_referral($1, $2, $3, $4, $5) as why',
      values: [uuidv7(now.getTime()), recipient, mostReferrals, referralPause, mostReferralsOfAgency],
    });
    if (noted?.why === 'day') throw new Problem('tooMany', guideMessages.manyReferrals);
    if (noted?.why === 'agency') throw new Problem('tooMany', guideMessages.manyOfAgency);
    if (noted?.why === 'again') throw new Problem('conflict', guideMessages.referredAgain);
    await writePlatformAudit(db, call, { entity: 'user', id: caller.userId, action: 'referral' });
    const [agency] = await db.query<{ name: string }>({
      name: 'referring-agency',
      text: 'select name from agencies where id = $1',
      values: [sender.agencyId],
    });
    const brand = services.tenants.of(host);
    const product = brand.tenant.name;
    await services.mailer.send(
      {
        to: email,
        subject: `${agency?.name ?? caller.name} vous recommande ${product}`,
        paragraphs: [
          'Bonjour,',
          `${caller.acting?.name ?? caller.name} (${agency?.name ?? ''}) utilise ${product}, la plateforme des agences de sécurité privée, et vous la recommande.`,
          ...(message ? [`Son message : « ${message} »`] : []),
          'Vous ne recevrez pas d’autre message de notre part sans l’avoir demandé.',
        ],
        action: { label: `Découvrir ${product}`, url: services.tenants.urlOf(brand) },
      },
      { db, agency: sender.agencyId, caller, host, reason: 'referral', now },
    );
  }),
];
