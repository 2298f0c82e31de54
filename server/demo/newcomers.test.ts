import { expect, test } from 'vitest';
import { world } from '#server/testing/world.ts';
import { insertNewcomers } from './newcomers.ts';

test('newcomers show a trial, a trial that ended and locks, and an agency to accept', async () => {
  const { database, sql } = await world();
  await database.platformTransaction((db) => insertNewcomers(db, new Date()));
  const rows = await sql(
    `select g.pending, s.status, s.is_free_trial_done as done, s.trial_ends_on > current_date as ahead, jsonb_array_length(g.errors) as locks
    from agencies g join agency_subscriptions s on s.buyer_id = g.id where g.email like 'contact@%.example' order by g.created_at`,
  );
  expect(rows).toEqual([
    { pending: false, status: 200, done: true, ahead: false, locks: 1 },
    { pending: false, status: 100, done: false, ahead: true, locks: 0 },
    { pending: true, status: 0, done: false, ahead: null, locks: 0 },
  ]);
});
