import type { Fill } from '@enfilade/shared-contracts/releases/declaration';
import type { FillerModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import type { FillerProps, OpenedSlot, SlotFacts } from '@enfilade/shared-contracts/remote/slot';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RemoteError, toRemoteError } from '../releases/remote-error.ts';
import type { HostServices } from '../screens/host-services.ts';
import type { ScreenBoundary } from '../screens/remote-screen.tsx';
import type { describeFailure } from '../screens/shown-screen.ts';

interface SlotServices extends HostServices {
  /** Both are parts of the host's first script. */
  Boundary: typeof ScreenBoundary;
  describeFailure: typeof describeFailure;
}

interface ShownSlot {
  /** For example `end.card`. */
  slot: string;
  element: HTMLElement;
  facts: SlotFacts;
  go(to: Destination): void;
}

interface FoundFiller {
  name: string;
  version: string;
  fill: Fill;
}

/** A filler that fails, or blocks the thread longer than its slot allows, is blocked for this visitor, who may get an earlier version. */
export function showSlot(shown: ShownSlot, services: SlotServices): OpenedSlot<SlotFacts> {
  const { slot, element } = shown;
  const { currentSet, session, bus, i18n, loader, blocked, startFlags, report } = services;
  let { facts } = shown;
  let filled: { key: string; draw?: () => void; end?: () => void } | undefined;

  /** Undefined while the page changes its language, because the filler's texts are missing. */
  function findFiller(): FoundFiller | undefined {
    if (session.store.getState().language !== i18n.language) return undefined;
    for (const [name, { version, declaration }] of Object.entries(currentSet.getState()?.remotes ?? {})) {
      const fill = declaration?.fills?.find((each) => each.slot === slot);
      // The loader refuses a version that made an earlier page hang, and reports the failure.
      if (fill && (!blocked.has(name, version) || startFlags.hasHung(name, version))) return { name, version, fill };
    }
    return undefined;
  }

  function follow(): void {
    const filler = findFiller();
    const key = filler && `${filler.name}@${filler.version} ${i18n.language}`;
    if (key === filled?.key) return;
    filled?.end?.();
    filled = key === undefined ? undefined : { key };
    if (filler) void load(filler);
  }

  async function load(filler: FoundFiller): Promise<void> {
    const mine = filled;
    const startMs = services.clock.now();
    try {
      const { module } = await loader.load(filler.name);
      if (mine && filled === mine) draw(filler, mine, module as Partial<FillerModule>);
      // The filler failed while it was rendered.
      if (filled !== mine) return;
      const milliseconds = Math.round(services.clock.now() - startMs);
      report({ remote: filler.name, version: filler.version, kind: 'loaded', milliseconds, slot });
    } catch (cause) {
      if (filled === mine) fail(filler, toRemoteError(cause));
    }
  }

  function draw({ name, version, fill }: FoundFiller, mine: NonNullable<typeof filled>, { fillers }: Partial<FillerModule>): void {
    const Filler = fillers?.[slot] as ComponentType<FillerProps<SlotFacts>> | undefined;
    if (!Filler) throw new RemoteError('broken', `${name} ${version} exports no filler for ${slot}`);
    const { clock, Boundary } = services;
    const place = element.ownerDocument.createElement('div');
    const showIfDrawn = () => {
      element.hidden = !place.hasChildNodes();
    };
    const observer = new MutationObserver(showIfDrawn);
    const root = createRoot(place);
    const props = (): FillerProps<SlotFacts> => ({ ...facts, language: session.store.getState().language, i18n, go: shown.go });
    const onCrash = (error: RemoteError) => filled === mine && fail({ name, version, fill }, error);
    mine.draw = () =>
      root.render(
        <Boundary clock={clock} waiting={null} onCrash={onCrash}>
          <Filler {...props()} />
        </Boundary>,
      );
    mine.end = () => {
      observer.disconnect();
      element.hidden = true;
      place.remove();
      // React may be rendering, and then cannot unmount a root.
      queueMicrotask(() => root.unmount());
    };
    Object.assign(element.dataset, { slot, filler: name, version });
    // The filler's styles cannot draw outside of its slot.
    Object.assign(element.style, { contain: 'layout paint style', maxBlockSize: `${fill.height}rem`, overflowY: 'auto' });
    element.append(place);
    element.hidden = false;
    const hasRun = startFlags.start(name, version);
    const startMs = performance.now();
    // Includes the first effects, which also block the visitor's thread.
    flushSync(mine.draw);
    const tookMs = performance.now() - startMs;
    hasRun();
    if (filled !== mine) return;
    if (fill.ms !== undefined && tookMs > fill.ms)
      throw new RemoteError('broken', `${name} ${version} took ${Math.round(tookMs)} ms to draw; ${slot} allows ${fill.ms} ms`);
    observer.observe(place, { childList: true });
    showIfDrawn();
  }

  /** Visitors did not request the filler, so they see no failure and no Retry. */
  function fail({ name, version }: FoundFiller, error: RemoteError): void {
    filled?.end?.();
    filled = filled && { key: filled.key };
    const { code } = error;
    report({ remote: name, version, code, ...services.describeFailure(error), slot });
    void services.updater.replaceFailed({ name, version, code });
  }

  const stops = [currentSet.subscribe(follow), session.store.subscribe(follow), bus.on('language-changed', follow)];
  follow();
  return {
    update(next) {
      facts = next;
      filled?.draw?.();
    },
    close() {
      for (const stop of stops) stop();
      filled?.end?.();
      filled = undefined;
    },
  };
}
