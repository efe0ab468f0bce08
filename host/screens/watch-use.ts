import type { Clock } from '@enfilade/shared-contracts/kit/clock';

// What a screen drew may be of no use to anybody, and nothing throws: a style hides it, or something lies over it.

/** How long after it was drawn that is looked for. Twice, for a veil or a change of views passes. */
export const looksMs = [3_000, 6_000] as const;
const controls = 'button, a[href], input, select, textarea';
/** Enough to tell. */
const mostControls = 40;

type UseFault = 'blank' | 'covered';

/** Looks twice whether what the screen drew can be seen and pressed. @returns ends it */
export function watchUse(page: Document, clock: Clock, onFault: (fault: UseFault) => void): () => void {
  let before: UseFault | undefined;
  const look = () => {
    const fault = page.hidden ? undefined : findFault(page);
    if (fault && fault === before) onFault(fault);
    before = fault;
  };
  const cancels = looksMs.map((ms) => clock.after(ms, look));
  return () => {
    for (const cancel of cancels) cancel();
  };
}

function findFault(page: Document): UseFault | undefined {
  const section = page.querySelector<HTMLElement>('[data-remote]');
  if (!section?.offsetHeight || section.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) return 'blank';
  const found = [...section.querySelectorAll<HTMLElement>(controls)].slice(0, mostControls);
  const hits = found.flatMap((control) => hitAt(page, control) ?? []);
  return hits.length > 0 && hits.every((isFree) => !isFree) ? 'covered' : undefined;
}

/** Whether a press on its middle reaches it; undefined where that is not in sight, or the host's own lies over it. */
function hitAt(page: Document, control: HTMLElement): boolean | undefined {
  const { left, top, width, height } = control.getBoundingClientRect();
  const hit = width > 0 && page.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit) return undefined;
  if (control.contains(hit) || hit.contains(control)) return true;
  return hit.closest('dialog, #page') && !hit.closest('[data-remote]') ? undefined : false;
}
