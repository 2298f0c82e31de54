// Gives the focus back when a dialog is removed. Mantine does this for dialogs that close; most of ours unmount.

/** By dialog, the element that had the focus before. */
const openers = new Map<Element, HTMLElement>();

const removals = new MutationObserver(() => {
  for (const [dialog, opener] of openers) {
    if (dialog.isConnected) continue;
    openers.delete(dialog);
    if (document.activeElement === document.body || document.activeElement === null)
      opener.focus({ preventScroll: true });
  }
  if (openers.size === 0) removals.disconnect();
});

document.addEventListener('focusin', ({ target, relatedTarget }) => {
  const dialog = (target as Element).closest('[role="dialog"]');
  if (!dialog || openers.has(dialog)) return;
  if (!(relatedTarget instanceof HTMLElement) || dialog.contains(relatedTarget)) return;
  openers.set(dialog, relatedTarget);
  removals.observe(document.body, { childList: true, subtree: true });
});
