// The number of services of an agent (F-045), shown before his sheet is removed.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const countAgentServices = endpoint({
  name: 'countAgentServices',
  method: 'GET',
  path: '/agent/{id}/services',
  mounts: { agency: ['readAgent'] },
  summary: "Combien de services compte un collaborateur, les étapes de tournées n'étant pas comptées",
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ services: z.int() }),
});
