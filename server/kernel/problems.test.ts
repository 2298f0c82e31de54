import { expect, test } from 'vitest';
import { tooLargeTitle, tooLongBody } from '#core/kernel/problem.ts';
import { sendEmail } from '#core/mail/email.ts';
import { world } from '#server/testing/world.ts';
import { problemOf } from './problems.ts';

const here = await world();

test('a text that is too long is not called a file', async () => {
  const input = { message: 'a'.repeat(2 * 1024 * 1024 + 1) } as never;
  const answer = await here.as('owner').answer(sendEmail, { mount: 'agency', input });
  expect(answer).toMatchObject({ status: 413, body: { code: 413, message: tooLongBody } });
  expect(problemOf(Object.assign(new Error('large'), { statusCode: 413 }))?.message).toBe(tooLargeTitle);
});
