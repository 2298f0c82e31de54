// Gives the focus back when the focused element is removed, or enabled again: the browser moves it to the body. Mantine
// does this for dialogs that close; most of ours unmount.

const tabbable = 'a[href], button, input, select, textarea, [tabindex]';
/** Elements remembered, oldest first. */
const most = 20;

interface Visited {
  element: HTMLElement;
  /** Its ancestors in the page's content or in its dialog, nearest first. */
  around: readonly Element[];
}

let visited: readonly Visited[] = [];
/** The user pressed beside all elements: the focus left on purpose. */
let isLeft = false;
/** The focused element while it is disabled or inert. */
let idle: HTMLElement | null = null;

function around(element: HTMLElement): Element[] {
  const scope = element.closest('main, [role="dialog"]');
  const found: Element[] = [];
  for (let at = element.parentElement; scope && at && at !== scope; at = at.parentElement) found.push(at);
  return scope?.matches('[role="dialog"]') ? [...found, scope] : found;
}

const isInert = (element: Element): boolean => element.closest('[inert]') !== null;
const isIdle = (element: HTMLElement): boolean => element.matches(':disabled') || isInert(element);
const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;

function take(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || isIdle(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** A neighbour of a removed element, such as the next row. */
function takeNear({ element, around: ancestors }: Visited): boolean {
  if (element.isConnected) return false;
  const near = ancestors.find((ancestor) => ancestor.isConnected);
  return [...(near?.querySelectorAll<HTMLElement>(tabbable) ?? [])].some((one) => one.tabIndex >= 0 && take(one));
}

/** It is inert, or what is left around it. */
function isWaiting({ element, around: ancestors }: Visited): boolean {
  const left = [element, ...ancestors].find(({ isConnected }) => isConnected);
  return left !== undefined && isInert(left);
}

/** The latest place of the user that still exists, or a neighbour of it. */
function recover(): void {
  const last = visited.at(-1);
  if (!isLost() || isLeft || !last) return;
  if (last.element.isConnected) {
    if (idle === last.element && !isIdle(idle)) take(idle);
    return;
  }
  const places = visited;
  visited = places.slice(0, -1);
  for (const one of places.toReversed()) {
    if (take(one.element) || takeNear(one)) return;
    if (isWaiting(one)) {
      // A form that is being saved gets it back: what is behind its dialog must not have it meanwhile.
      idle = one.element;
      visited = places.slice(0, places.indexOf(one) + 1);
      return;
    }
  }
  take(document.querySelector('main'));
}

let timer: ReturnType<typeof setTimeout> | undefined;
const watcher = new MutationObserver(() => {
  const last = visited.at(-1)?.element;
  if (last && isIdle(last)) idle = last;
  if (!isLost()) return;
  clearTimeout(timer);
  // Components set the focus themselves first.
  timer = setTimeout(recover);
});
const watched = { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] };

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  watcher.observe(document.body, watched);
  isLeft = false;
  idle = null;
  visited = [...visited.filter(({ element }) => element !== target), { element: target, around: around(target) }].slice(
    -most,
  );
});

document.addEventListener(
  'pointerdown',
  ({ target }) => {
    isLeft = !(target as Element).closest(tabbable);
  },
  { capture: true },
);
