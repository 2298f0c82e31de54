// The questions that the dialog of a service may ask: anomalies, span of a series, candidates, publication.
import type { ReactElement } from 'react';
import { Once } from '#ui/Once.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { CoverHost } from './Cover.tsx';
import { type Breaches, PublishHost } from './PublishHost.tsx';
import { SpanHost } from './span.tsx';

export const ServiceHosts = ({ breachesOf }: Breaches): ReactElement => (
  <Once name="service">
    <CoverHost />
    <AnomaliesHost />
    <SpanHost />
    <PublishHost breachesOf={breachesOf} />
  </Once>
);
