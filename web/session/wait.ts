// Countdown in seconds before another try.
import { useEffect, useState } from 'react';
import { Problem } from '#core/kernel/problem.ts';

export function useWait(problem: Error | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const asked = problem instanceof Problem ? (problem.details.retryAfter ?? 0) : 0;
    const end = Date.now() + asked * 1_000;
    const count = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    count();
    if (asked <= 0) return;
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}

export function spokenWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
}
