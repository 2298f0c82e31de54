import { expect, test } from 'vitest';
import { servicesOf } from '#server/kernel/app.ts';
import { world } from '#server/testing/world.ts';
import { findLostMails } from './lost.ts';

const here = await world();

test('a waiting mail without a job gets one; a mail with a job gets no second one', async () => {
  const count = async (): Promise<number> =>
    (await here.sql<{ n: number }>(`select count(*)::integer as n from jobs.job where name = 'sendMail'`))[0]?.n ?? 0;
  await here.jobsDone();
  const before = await count();
  await here.sql(
    `insert into platform_emails (id, recipients, pending, subject, content, reason, created_at)
      values (gen_random_uuid(), '{perdu@vigie.example}', '{perdu@vigie.example}', 'Perdu', '{"words":{"paragraphs":["Retrouvé"]},"action":null,"personal":false}', 'test', now() - interval '1 hour')`,
  );
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await findLostMails.work({}, servicesOf(here.app), attempt);
  await findLostMails.work({}, servicesOf(here.app), attempt);
  expect(await count()).toBe(before + 1);
  expect((await here.outbox.lastTo('perdu@vigie.example')).subject).toBe('Perdu');
});
