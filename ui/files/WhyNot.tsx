// Upload error, with its reason unless it is the network.
import type { ReactNode } from 'react';
import { fileMessages } from '#core/files/files.ts';
import { messages } from '#core/kernel/problem.ts';
import classes from './files.module.css';

export function WhyNot({ problem }: { problem: string }): ReactNode {
  const why = problem === messages.network || problem === fileMessages.failed ? null : problem;
  return (
    <span className={classes.failed} role="alert" title={problem}>
      <span>{fileMessages.failed}</span>
      {why && <span> {why}</span>}
    </span>
  );
}
