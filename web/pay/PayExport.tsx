// The pay among the exports (AC-011): a month, or by default the whole year (AC-012).
import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { monthAfter, monthTitle } from '#core/planning/days.ts';
import { today } from '#ui/clock.ts';
import { IconDownload } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';

const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

export function PayExport(): ReactElement {
  const current = today(useLocale().zone).slice(0, 7);
  const year = current.slice(0, 4);
  const [chosen, setChosen] = useState(year);
  const [opened, setOpened] = useState(false);
  const months = Array.from({ length: 13 }, (_one, index) => monthAfter(current, -index));
  return (
    <section aria-label="Paie">
      <Group align="flex-end">
        <NativeSelect
          label="Période"
          data={[
            { value: year, label: `Année ${year}` },
            ...months.map((month) => ({ value: month, label: monthTitle(month) })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpened(true)}>
          Exporter la paie
        </Button>
        <Anchor component={Link} to="/paie">
          Voir la paie du mois
        </Anchor>
      </Group>
      <Suspense>
        {opened && (
          <ExportDialog
            exported={
              chosen.length === 4 ? { month: `${chosen}-01`, shortcut: 'year' } : { month: chosen, shortcut: 'month' }
            }
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
