import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import type { OpenSlot } from '@enfilade/shared-contracts/remote/slot';
import type { HostServices } from '../screens/host-services.ts';
import { ScreenBoundary } from '../screens/remote-screen.tsx';
import { describeFailure } from '../screens/shown-screen.ts';

/** Passed to the slot chunk, because modules that two chunks share would enlarge the host's first script. */
const shared = { Boundary: ScreenBoundary, describeFailure };

/** Fillers are fetched once the page is idle, and only if the museum has a filler. */
export function createOpenSlot(screen: string, services: HostServices, go: (to: Destination) => void): OpenSlot {
  const { currentSet } = services;
  const hasFillers = () => Object.values(currentSet.getState()?.remotes ?? {}).some(({ declaration }) => declaration?.fills);
  return (name, element, facts) => {
    let latest = facts;
    let shown: ReturnType<typeof import('./shown-slot.tsx').showSlot> | undefined;
    let isClosed = false;
    async function show(): Promise<void> {
      const { showSlot } = await import(/* webpackChunkName: "seldom" */ './shown-slot.tsx');
      if (!isClosed) shown ??= showSlot({ slot: `${screen}.${name}`, element, facts: latest, go }, { ...services, ...shared });
    }
    const onSet = () => {
      if (!shown && hasFillers()) (window.requestIdleCallback ?? setTimeout)(() => void show().catch(() => undefined));
    };
    const unsubscribe = currentSet.subscribe(onSet);
    onSet();
    return {
      update(next) {
        latest = next;
        shown?.update(next);
      },
      close() {
        isClosed = true;
        unsubscribe();
        shown?.close();
      },
    };
  };
}
