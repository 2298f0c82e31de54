// Suspend an agency, or open it again (C-020).
import { expiredSubscription, lockAgency, staysLocked } from '#core/agencies/lock.ts';
import { call } from '#ui/client/call.ts';
import { confirm } from '#ui/confirm.tsx';
import { notifySuccess, notifyWarning } from '#ui/notify.ts';

/** Its people are refused with this reason; guards at work keep their alarm. */
export async function askToLock(
  agency: { id: string; name: string },
  isLocked: boolean,
  done: () => void,
): Promise<void> {
  const save = (message: string | null) => call(lockAgency, { params: { id: agency.id }, input: { message } });
  const made = await confirm(
    isLocked
      ? {
          title: `Rouvrir ${agency.name}`,
          message:
            'Lève la suspension décidée à la main. Celles de l’abonnement et des paiements se lèvent avec eux. Sans autre suspension, ses collaborateurs et ses clients retrouvent leurs écrans aussitôt.',
          confirmLabel: 'Rouvrir',
          act: async () => {
            const stays = staysLocked((await save(null)).agency.errors);
            if (stays === null) notifySuccess('Agence rouverte');
            else notifyWarning(stays);
          },
        }
      : {
          title: `Suspendre ${agency.name}`,
          message: `Ses collaborateurs et ses clients ne verront plus que ce motif, et vos contacts. Les services en cours et leurs alertes continuent. Sans motif : « ${expiredSubscription} ».`,
          confirmLabel: 'Suspendre',
          danger: true,
          asks: { label: 'Motif', max: 300 },
          act: async (typed) => void (await save(typed || expiredSubscription)),
        },
  );
  if (made) done();
}
