import { Badge, Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { countActive, type Filters } from '#core/kernel/query.ts';
import { plural } from '../format.ts';
import { IconFilter } from '../icons.ts';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

interface FilterButtonProps {
  of: Entity;
  filters: Filters;
  onApply(filters: Filters): void;
}

export function FilterButton({ of, filters, onApply }: FilterButtonProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const active = countActive(filters);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        rightSection={
          active > 0 && (
            <Badge size="sm" circle={active < 10} aria-label={plural(active, 'filtre actif', 'filtres actifs')}>
              {active}
            </Badge>
          )
        }
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Filtres
      </Button>
      {opened && (
        <Suspense>
          <FilterDrawer of={of} filters={filters} onApply={onApply} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
