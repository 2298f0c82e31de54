// Salary elements; that of an accepted advance names its request before it changes.
import type { ReactElement } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { SalaryElement } from '#core/pay/salary-element.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { bornExtras } from '../requests/born.ts';

const extras = bornExtras(SalaryElement as Entity, {
  ...{ named: 'Cet élément de salaire', granted: ['amount', 'date', 'direction'] },
});

const card = { title: 'userCompany', second: ['type', 'amount', 'date'], whole: true } as const;

export default function SalaryElements({ page, title, description, add }: ScreenProps): ReactElement {
  return (
    <EntityTable
      of={SalaryElement}
      page={page}
      title={title}
      description={description}
      add={add}
      card={card}
      extras={extras}
    />
  );
}
