// Context menu of services, or of an empty cell.
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { isFrozen } from '#core/kernel/frozen.ts';
import { refusal } from '#core/kernel/machine.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { counts, serviceStatus } from '#core/planning/status.ts';
import { useSession } from '#ui/client/session.ts';
import { editTab } from '#ui/EntityDialog/extras.ts';
import {
  IconCalendarOff,
  IconCopy,
  IconEye,
  IconPencil,
  IconPlus,
  IconReplace,
  IconSend,
  IconTrash,
  IconUserMinus,
} from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { GridChip, GridPoint, GridTarget } from '#ui/TimeGrid/types.ts';
import { unschedule } from './acts.ts';
import { agentOfChip } from './chips.ts';
import { correctionPart } from './correction.ts';
import { coverAsked } from './cover.ts';
import type { Drags } from './drags.ts';
import type { Period } from './periods.ts';
import { publishAsked } from './publishAsked.ts';

interface Props {
  target: GridTarget;
  at: GridPoint;
  drags: Drags;
  mayEdit: boolean;
  /** If the rows are agents: the period for « Remplacer sur la période ». */
  people: Period | null;
  onOpen(service: string, tab?: string): void;
  onCreate: ((row: string | null, start?: number, end?: number) => void) | null;
  onClose(): void;
}

const icon = { size: 16 };

export function ChipMenu({ target, at, drags, mayEdit, people, onOpen, onCreate, onClose }: Props): ReactElement {
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="bottom-start" withinPortal shadow="md">
      <Menu.Target>
        <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        {target.kind === 'chips' ? (
          <ChipItems chips={target.chips} drags={drags} mayEdit={mayEdit} onOpen={onOpen} />
        ) : (
          <>
            {onCreate && (
              <Menu.Item
                leftSection={<IconPlus {...icon} />}
                onClick={() =>
                  target.kind === 'cell' ? onCreate(target.row, target.start, target.end) : onCreate(target.row)
                }
              >
                Nouveau service
              </Menu.Item>
            )}
            {mayEdit && target.kind === 'cell' && (
              <Menu.Item
                leftSection={<IconCopy {...icon} />}
                disabled={!drags.canPaste()}
                onClick={() => drags.paste(target.row, target.start)}
              >
                Coller
              </Menu.Item>
            )}
            {mayEdit && people && target.row !== null && (
              <Menu.Item
                leftSection={<IconReplace {...icon} />}
                onClick={() => target.row && coverAsked.set({ agent: target.row, period: people })}
              >
                Remplacer sur la période…
              </Menu.Item>
            )}
            {!onCreate && !mayEdit && <Menu.Label>Lecture seule</Menu.Label>}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemsProps = Pick<Props, 'drags' | 'mayEdit' | 'onOpen'> & Pick<Extract<GridTarget, { kind: 'chips' }>, 'chips'>;

/** The agent of the row; in a site's row, the only agent of the service. */
function replacedIn([chip]: readonly GridChip[], { agents, wanted }: PlannedService): string | null {
  const own = chip ? agentOfChip(chip.id) : null;
  return own ?? (agents.length === 1 && agents.length >= wanted ? (agents[0] ?? null) : null);
}

function ChipItems({ chips, drags, mayEdit, onOpen }: ItemsProps): ReactElement {
  const session = useSession();
  const services = drags.services(chips);
  const [first] = services;
  // The plan of a service that is over is frozen.
  const corrects =
    first !== undefined && correctionPart.when?.({ status: first.status } as unknown as AnyRow, session) === true;
  const free = services.filter(({ status }) => !isFrozen(Service, { status }, 'agents'));
  const open = (move: string): PlannedService[] =>
    services.filter(({ status }) => refusal(serviceStatus, move, { status }) === null);
  const [toUnschedule, toReschedule] = [open('unschedule'), open('reschedule')];
  const ids = (list: typeof services): string[] => list.map(({ id }) => id);
  return (
    <>
      <Menu.Label>{services.length === 1 && first ? first.reference : `${services.length} services`}</Menu.Label>
      {first && services.length === 1 && (
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => onOpen(first.id)}>
          Voir
        </Menu.Item>
      )}
      {mayEdit && (
        <>
          {first && services.length === 1 && (
            <Menu.Item
              leftSection={<IconPencil {...icon} />}
              onClick={() => onOpen(first.id, corrects ? correctionPart.key : editTab)}
            >
              {corrects ? correctionPart.label : 'Modifier'}
            </Menu.Item>
          )}
          {first && services.length === 1 && (
            <Menu.Item
              leftSection={<IconReplace {...icon} />}
              disabled={free.length === 0 || !counts(first.status)}
              onClick={() => coverAsked.set({ service: first.id, agent: replacedIn(chips, first) })}
            >
              {replacedIn(chips, first) === null ? 'Trouver un collaborateur…' : 'Remplacer…'}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => drags.keep(chips)}>
            Copier
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSend {...icon} />}
            disabled={services.every(({ publication }) => publication === 'PUBLISHED')}
            onClick={() => publishAsked.set({ services: ids(services) })}
          >
            Publier…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus {...icon} />}
            disabled={free.length === 0 || chips.every(({ row }) => row === null)}
            onClick={() => drags.takeOff(chips)}
          >
            Retirer le collaborateur
          </Menu.Item>
          {toReschedule.length > 0 ? (
            <Menu.Item
              leftSection={<IconCalendarOff {...icon} />}
              onClick={() => void unschedule(ids(toReschedule), 'reschedule')}
            >
              Reprogrammer
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconCalendarOff {...icon} />}
              disabled={toUnschedule.length === 0}
              onClick={() => void unschedule(ids(toUnschedule), 'unschedule')}
            >
              Déprogrammer
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={open('delete').length === 0}
            onClick={() => drags.askRemove(chips)}
          >
            Supprimer
          </Menu.Item>
        </>
      )}
    </>
  );
}
