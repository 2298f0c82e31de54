// Why a form was refused, read out when it appears.
import { Alert } from '@mantine/core';
import type { ReactElement } from 'react';

export function FormProblem({ problem }: { problem: Error | null }): ReactElement {
  return (
    <div role="alert" aria-live="assertive" hidden={problem === null}>
      {problem ? (
        <Alert color="red" variant="light" p="sm">
          {problem.message}
        </Alert>
      ) : null}
    </div>
  );
}
