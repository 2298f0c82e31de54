// Why a form was refused; read out when it appears.
import { Alert } from '@mantine/core';
import type { ReactElement } from 'react';

export function FormProblem({ problem }: { problem: Error | null }): ReactElement | null {
  return problem ? (
    <Alert color="red" variant="light" p="sm">
      {problem.message}
    </Alert>
  ) : null;
}
