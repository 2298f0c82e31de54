// « Plan de formation »: a link of the tenant (B-063).
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './links.module.css';

export default function TrainingPlan({ title, description }: ScreenProps): ReactElement {
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Button component="a" href={tenant().trainingPlanUrl ?? ''} target="_blank" rel="noopener">
        Ouvrir le plan de formation
      </Button>
    </div>
  );
}
