export function faultsOf(
  audit: { vulnerabilities?: Record<string, { name: string; severity: string; range: string }> } | null,
  updatedAt: Date,
  now: Date,
): string[];
export function components(): number;
