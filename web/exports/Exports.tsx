// « Exports »: what the agency hands to others, one tab each.
import { Tabs } from '@mantine/core';
import type { ReactElement } from 'react';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Accounting } from '../accounting/Accounting.tsx';
import { PayExport } from '../pay/PayExport.tsx';
import classes from './exports.module.css';
import { Register } from './Register.tsx';

/** A tab reads nothing before it is opened. */
const parts = [
  { name: 'register', label: 'Registre du personnel', Part: Register },
  { name: 'pay', label: 'Paie', Part: PayExport },
  { name: 'accounting', label: 'Comptabilité', Part: Accounting },
] as const;

export default function Exports({ title, description }: ScreenProps): ReactElement {
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Tabs defaultValue="register" keepMounted={false}>
        <Tabs.List mb="md">
          {parts.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ name, Part }) => (
          <Tabs.Panel key={name} value={name}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
