// What the report of a service still needs before its end (N-066).
import type { Mount } from '#core/kernel/endpoint.ts';
import { Service } from '#core/planning/service.ts';
import type { Signer } from '#core/reports/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';

export interface Signing {
  activityType: number | null;
  report: { id: string; status: number } | null;
  missing: readonly Signer[];
}

/** Null: not read yet, or not readable; the server still refuses an end without its signatures. */
export function useSigning(id: string, mount: Mount, enabled = true): Signing | null {
  const { data } = useCall(endpointsOf(Service).read, { params: { id }, mount, enabled });
  const row = (data as { service?: Record<string, unknown> } | undefined)?.service;
  if (!row) return null;
  return {
    activityType: (row.activityType ?? null) as number | null,
    report: (row.agencyReport ?? null) as Signing['report'],
    missing: (row.missingSignatures ?? []) as readonly Signer[],
  };
}
