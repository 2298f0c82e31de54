// The service under way, interrupted or due, at the top of the agent's screen, with its main button (ux.md, « Field »).
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { interrupted, isActive, isPlanned, paused, serviceStatus } from '#core/planning/status.ts';
import { leftOf, pausedAdvice, pausedTitle } from '#core/planning/step-words.ts';
import { useSession } from '#ui/client/session.ts';
import { useNow } from '#ui/useNow.ts';
import type { MyService } from '../myDays.ts';
import classes from './lifecycle.module.css';
import { OwnReport } from './OwnReport.tsx';
import { Steps } from './Steps.tsx';
import { Stops } from './Stops.tsx';
import { ownActing } from './steps.ts';
import { Timeline } from './Timeline.tsx';

export function NowCard({ one, lateMargin }: { one: MyService; lateMargin: number }): ReactElement {
  const [open, setOpen] = useState(false);
  const isExecuted = useSession().can(['executeOwnService']);
  const { service, site, hours } = one;
  const state = serviceStatus.states[service.status as keyof typeof serviceStatus.states];
  const isInterrupted = service.status === interrupted;
  const name = site?.name ?? 'Site';
  const acting = ownActing(service, lateMargin);
  const now = useNow();
  const left = isPlanned(service.status) ? { words: null, isOver: false } : leftOf(acting, now);
  return (
    <section className={classes.now} aria-label={titleOf(service)}>
      {/* A long state goes below the title. */}
      <Group justify="space-between" align="flex-start">
        <div>
          <div className={classes.place}>{name}</div>
          <Text>{[hours, service.post].filter(Boolean).join(' · ')}</Text>
          <Text fw={600} {...(left.isOver ? { c: 'orange' } : {})}>
            {[one.real && capital(one.real), left.words].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Badge size="lg" variant="light" color={isInterrupted ? 'red' : service.status === paused ? 'orange' : 'blue'}>
          {state.label}
        </Badge>
      </Group>
      {service.status === paused && (
        <Alert color="orange" title={pausedTitle}>
          {pausedAdvice}
        </Alert>
      )}
      {service.circuit && <Stops circuit={acting} mount="agent" isExecuted={isExecuted} />}
      {isExecuted && <Steps service={acting} mount="agent" />}
      {isExecuted && !service.circuit && isActive(service.status) && <OwnReport service={service.id} />}
      <div>
        <Button variant="subtle" size="md" fullWidth aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Masquer le déroulé' : 'Afficher le déroulé'}
        </Button>
        {open && <Timeline service={service.id} mount="agent" />}
      </div>
    </section>
  );
}

const titleOf = ({ circuit, status }: MyService['service']): string =>
  status === interrupted
    ? circuit
      ? 'Tournée interrompue'
      : 'Service interrompu'
    : isPlanned(status)
      ? circuit
        ? 'Tournée à commencer'
        : 'Service à commencer'
      : circuit
        ? 'Tournée en cours'
        : 'Service en cours';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
