import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { hasFailedBefore } from '../releases/blocked-versions.ts';

// What a screen drew may be of no use to anybody, and nothing throws: a style hides it, or something lies over it.

/** How long after it was drawn that is looked for, and once more as long after that: a veil or a change of views passes. */
export const lookMs = 3_000;
const usable = ':is(button,a[href],input,select,textarea,summary,label,iframe,video,audio,canvas,[tabindex="0"])';
/** Enough to tell. */
const mostUsable = 40;
/** What is smaller is there for screen readers alone. */
const leastPixels = 8;

type UseFault = 'blank' | 'covered';

/** Looks whether what the screen drew can be seen and pressed, and once more before it says so. @returns ends it */
export function watchUse(page: Document, clock: Clock, onFault: (fault: UseFault) => void): () => void {
  let cancel = clock.after(lookMs, () => {
    const fault = findFault(page);
    // From now: a device that is late does not look twice at once.
    if (fault) cancel = clock.after(lookMs, () => fault === findFault(page) && !isOfBrowser(page) && onFault(fault));
  });
  return () => cancel();
}

const findSection = (page: Document) => page.querySelector<HTMLElement>('[data-remote]');
/** Asked last: what reads cookies waits for the browser. */
const isOfBrowser = (page: Document) => hasFailedBefore(page, findSection(page)?.dataset['remote'] ?? '');

function findFault(page: Document): UseFault | undefined {
  const section = findSection(page);
  if (isOutOfUse(page, section)) return undefined;
  const found = [...(section?.querySelectorAll<HTMLElement>(usable) ?? [])].slice(0, mostUsable);
  const hits = found.flatMap((control) => hitAt(page, control) ?? []);
  const isFree = hits.includes(true);
  // What it drew may stand beside a section without a height.
  if (!section || !(section.offsetHeight || isFree)) return 'blank';
  if (section.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) return 'blank';
  return hits.length > 0 && !isFree ? 'covered' : undefined;
}

/** Whether nobody uses it just now. */
function isOutOfUse(page: Document, section: HTMLElement | null): boolean {
  // React hides what waits for something.
  const isWaiting = section?.style.display === 'none';
  const isBehind = page.fullscreenElement || page.querySelector(`dialog[open] ${usable}`);
  return page.hidden || isWaiting || !!isBehind;
}

/** Whether a press on its middle reaches it; undefined where that is not in sight, or the host's own lies over it. */
function hitAt(page: Document, control: HTMLElement): boolean | undefined {
  const { left, top, width, height } = control.getBoundingClientRect();
  const hit = Math.min(width, height) > leastPixels && page.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit) return undefined;
  if (control.contains(hit) || hit.contains(control)) return true;
  return hit.closest('dialog, #page') && !hit.closest('[data-remote]') ? undefined : false;
}
