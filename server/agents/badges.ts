// Badges: print, renew when lost, read by the public.

import { Agent } from '#core/agents/agent.ts';
import { badgeMessages, downloadBadge, individualNumberCode, readBadgeInfos, renewBadge } from '#core/agents/badge.ts';
import { individualNumber } from '#core/agents/card.ts';
import { Problem } from '#core/kernel/problem.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { codePng } from '#server/pdf/qr.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { type BadgeRow, badgeRow, photoOf, publicBadge, refuseWithoutBadge } from './badge-facts.ts';

/** F-042: on his own path an agent finds only himself. */
async function asked({
  db,
  params,
  context,
}: Pick<Call, 'db' | 'context'> & { params: { id: string } }): Promise<BadgeRow> {
  if (context.agent !== null && context.agent !== params.id) throw new Problem('missing', Agent.missing);
  const row = await badgeRow(db, params.id);
  refuseWithoutBadge(row);
  return row;
}

export const badgeHandlers: Handler[] = [
  handle(downloadBadge, async (call) => {
    const row = await asked(call);
    const { tenants, files } = call.services;
    const brand = tenants.of(call.host);
    const { companyName, companySiret, photoHash, code, ...facts } = row;
    const pdf = await draw(
      'badgePdf',
      {
        ...facts,
        company: row.type === 'EXTERNAL' && companyName ? { name: companyName, siret: companySiret } : null,
        photo: await photoOf(files, photoHash),
        url: `${tenants.urlOf(brand)}/badge/${code}`,
      },
      await identityOf(call),
      { accent: brand.tenant.accent, now: call.now },
    );
    const name = `Badge ${row.firstname} ${row.lastname}`;
    return call.params.type === 'png'
      ? fileReply(await draw('pngOf', pdf), `${name}.png`, 'image/png')
      : fileReply(pdf, `${name}.pdf`, 'application/pdf');
  }),

  handle(individualNumberCode, async (call) => {
    const { cardNumber, firstname, lastname } = await asked(call);
    const number = individualNumber(cardNumber);
    if (number === null) throw new Problem('conflict', badgeMessages.noCard);
    return fileReply(codePng(number), `Numéro individuel ${firstname} ${lastname}.png`, 'image/png');
  }),

  handle(renewBadge, async (call) => {
    const row = await asked(call);
    await call.db.query({
      name: 'renew-badge',
      text: 'update agents set badge_code = default where id = $1',
      values: [row.id],
    });
    await writeAudit(call.db, call, { entity: Agent.name, id: row.id, action: 'renewBadge' });
    return { badge: { renewedAt: call.now.toISOString() } };
  }),

  handle(readBadgeInfos, async ({ db, params }) => ({ badge: (await publicBadge(db, params.code)).badge })),
];
