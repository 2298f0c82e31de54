// The acts on an agent, in the menu of his row and in his dialog above any screen.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { downloadInformation } from '#core/agents/badge.ts';
import { downloadAgentItems } from '#core/agents/items.ts';
import { disconnectAgent } from '#core/session/session.ts';
import type { RowAction } from '#ui/ActItems.tsx';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import {
  IconCalendarEvent,
  IconDatabaseExport,
  IconFileText,
  IconIdBadge2,
  IconMail,
  IconPackage,
  IconPlugConnectedX,
  IconShieldLock,
  IconUserCheck,
} from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { RightsEditor } from '#web/rights/RightsEditor.tsx';
import { askToInvite, mayInvite } from './inviting.ts';

const BadgeDialog = lazy(() => import('#web/badges/BadgeDialog.tsx'));
const CalendarDialog = lazy(() => import('#web/planning/handout/CalendarDialog.tsx'));
const HireDialog = lazy(() => import('./HireDialog.tsx'));
const PersonalData = lazy(() => import('#web/privacy/PersonalData.tsx'));

const nameOf = (row: AnyRow): string => String(row.fullname ?? '');

/** Neither candidates nor agents who left. */
const hasBadge = (row: AnyRow): boolean =>
  Number(row.status) < 300 && (row.agentInfos as { type?: string }).type !== 'NOMINEE';

async function disconnect(row: AnyRow): Promise<void> {
  const sure = await confirm({
    title: 'Déconnecter',
    message: `${nameOf(row)} devra saisir son mot de passe sur chacun de ses appareils.`,
    confirmLabel: 'Déconnecter',
    danger: true,
  });
  if (!sure) return;
  try {
    await call(disconnectAgent, { params: { id: row.id }, key: actKey() });
    notifySuccess(`${nameOf(row)} est déconnecté`);
  } catch (error) {
    notifyProblem(error);
  }
}

export function useAgentActs(): { actions: readonly RowAction[]; dialogs: ReactElement } {
  const [edited, setEdited] = useState<AnyRow | null>(null);
  const [hired, setHired] = useState<AnyRow | null>(null);
  const [about, setAbout] = useState<AnyRow | null>(null);
  const [badge, setBadge] = useState<AnyRow | null>(null);
  const [calendar, setCalendar] = useState<AnyRow | null>(null);
  const session = useSession();
  const actions = useMemo(
    (): RowAction[] => [
      {
        key: 'hire',
        label: 'Embaucher',
        icon: IconUserCheck,
        rights: ['editAgentContract'],
        // The sheet is saved, too.
        when: (row) => session.can(['editAgent']) && (row.agentInfos as { type?: string }).type === 'NOMINEE',
        run: setHired,
      },
      {
        key: 'badge',
        label: 'Badge',
        icon: IconIdBadge2,
        rights: ['readAgent'],
        when: hasBadge,
        run: setBadge,
      },
      {
        key: 'calendar',
        label: 'Agenda',
        icon: IconCalendarEvent,
        rights: ['readAgentPlanning'],
        when: hasBadge,
        run: setCalendar,
      },
      {
        key: 'information',
        label: 'Fiche de renseignements',
        icon: IconFileText,
        rights: ['readAgent'],
        run: (row) =>
          void saveDocument(
            { endpoint: downloadInformation, params: { id: row.id } },
            `Fiche de renseignements ${nameOf(row)}.pdf`,
          ),
      },
      {
        key: 'itemsSheet',
        label: 'Fiche de remise de matériel',
        icon: IconPackage,
        rights: ['readAgent'],
        run: (row) =>
          void saveDocument({ endpoint: downloadAgentItems, params: { id: row.id } }, `Matériel ${nameOf(row)}.pdf`),
      },
      {
        key: 'invite',
        label: 'Inviter',
        icon: IconMail,
        when: (row) => hasBadge(row) && mayInvite(row, session),
        run: (row) => void askToInvite(row),
      },
      { key: 'rights', label: 'Droits', icon: IconShieldLock, rights: ['editAgentRight'], run: setEdited },
      {
        key: 'disconnect',
        label: 'Déconnecter',
        icon: IconPlugConnectedX,
        rights: ['editAgent'],
        when: (row) => row.lastLogin !== null,
        run: (row) => void disconnect(row),
      },
      {
        key: 'personalData',
        label: 'Données personnelles',
        icon: IconDatabaseExport,
        when: () => session.flags.isAgencyOwner,
        run: setAbout,
      },
    ],
    [session],
  );
  const dialogs = (
    <>
      <RightsEditor id={edited?.id ?? null} name={edited ? nameOf(edited) : ''} onClose={() => setEdited(null)} />
      <Suspense>
        {about && (
          <PersonalData
            person={{ kind: 'agent', id: about.id, name: nameOf(about) }}
            onClose={() => setAbout(null)}
            onErased={() => void invalidateEntity(Agent)}
          />
        )}
      </Suspense>
      <Suspense>
        {badge && <BadgeDialog agent={{ id: badge.id, name: nameOf(badge) }} onClose={() => setBadge(null)} />}
      </Suspense>
      <Suspense>
        {calendar && (
          <CalendarDialog agent={{ id: calendar.id, name: nameOf(calendar) }} onClose={() => setCalendar(null)} />
        )}
      </Suspense>
      <Suspense>{hired && <HireDialog agent={hired} onClose={() => setHired(null)} />}</Suspense>
    </>
  );
  return { actions, dialogs };
}
