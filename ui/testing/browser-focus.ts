import { onTestFinished, vi } from 'vitest';

/** As in a browser: what is inert takes no focus. happy-dom gives it. */
export function refuseInert(): void {
  const { focus } = HTMLElement.prototype;
  const spy = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function take(this: HTMLElement, options) {
    if (!this.closest('[inert]')) focus.call(this, options);
  });
  onTestFinished(() => spy.mockRestore());
}
