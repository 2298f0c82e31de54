import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { editTab } from '#ui/EntityDialog/extras.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { ChipMenu } from './ChipMenu.tsx';
import { correctionPart } from './correction.ts';
import type { Drags } from './drags.ts';
import { service } from './testing/planned.ts';

beforeEach(startAfresh);

test.each([
  ['planned', 100, 'Modifier', editTab],
  ['finished', 300, 'Corriger', correctionPart.key],
])('the menu of a %s service (%i) offers « %s »', async (_what, status, label, tab) => {
  const one: PlannedService = service('one', '2026-11-10', '08:00', '12:00', { status });
  const open = vi.fn();
  const drags = { services: () => [one] } as unknown as Drags;
  const user = showPage(
    <ChipMenu
      target={{ kind: 'chips', chips: [] }}
      at={{ x: 0, y: 0 }}
      drags={drags}
      mayEdit
      people={null}
      onOpen={open}
      onCreate={null}
      onClose={() => {}}
    />,
    owner(),
  );
  await user.click(await screen.findByRole('menuitem', { name: label }));
  expect(open).toHaveBeenCalledExactlyOnceWith('one', tab);
});
