// The findings of the planning, on a screen that does not render them itself.
import { type ReactNode, useState } from 'react';
import { AnomaliesHost } from '../planning/AnomaliesHost.tsx';
import { hasHost } from '../planning/anomalies.ts';

export default function Questions(): ReactNode {
  const [isNeeded] = useState(() => !hasHost());
  return isNeeded && <AnomaliesHost />;
}
