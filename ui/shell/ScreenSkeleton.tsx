// Placeholder of a loading screen.
import { Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';

const widths = ['92%', '78%', '88%', '70%', '84%', '90%', '74%', '81%'];

export function ScreenSkeleton(): ReactElement {
  return (
    <div aria-busy="true" aria-live="polite">
      <Skeleton height={24} width={180} mb={8} />
      <Skeleton height={14} width="min(420px, 80%)" mb={28} />
      {widths.map((width) => (
        <Skeleton key={width} height={16} width={width} mb={18} />
      ))}
    </div>
  );
}
