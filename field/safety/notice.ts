// A notification of the phone beside the sound, if the person allowed them. The same id replaces the one before (S-009, S-020).
export function notice(id: number, words: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  void navigator.serviceWorker?.ready
    .then((worker) => worker.showNotification(words, { tag: `pti-${id}`, requireInteraction: true }))
    .catch(() => undefined);
}
