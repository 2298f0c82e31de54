// The questions that the dialog of a service may ask: anomalies, span of a series, candidates.
import type { ReactElement } from 'react';
import { Once } from '#ui/Once.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { CoverHost } from './Cover.tsx';
import { SpanHost } from './span.tsx';

export const ServiceHosts = (): ReactElement => (
  <Once name="service">
    <CoverHost />
    <AnomaliesHost />
    <SpanHost />
  </Once>
);
