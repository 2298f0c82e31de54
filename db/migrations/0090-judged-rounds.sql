-- What the positions of a pass said of its proofs, by fact: positions are removed after two months (CNIL), the doubts and the
-- distances are kept with the pass (core/rounds/execution.ts, Judgement).
alter table round_executions add column judged jsonb not null default '{}';
