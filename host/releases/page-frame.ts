import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import { flushSync } from 'react-dom';
import { keepFields } from './keep-fields.ts';
import type { Frame } from './taking.ts';
import { watchTyping } from './watch-typing.ts';

/** Name of the measure of an exchange: from the decision until the new version stands in the page. */
const exchangeMeasure = 'composition-exchanged';

/** The outermost element of the screen in `page`, and what its visitor is doing with it. */
export function createPageFrame(page: Document, clock: Clock): Frame & { end(): void } {
  const { isTyping, end } = watchTyping(page, clock);
  const section = () => page.querySelector<HTMLElement>('section[data-remote]');
  return {
    isTyping,
    end,
    drawn() {
      const screen = section();
      const remote = screen?.dataset['remote'];
      if (!screen || remote === undefined) return undefined;
      // On the screen itself, or on the part of it that would lose something.
      return { name: remote as RemoteName, isBusy: screen.dataset['busy'] !== undefined || screen.querySelector('[data-busy]') !== null };
    },
    exchange(change) {
      const start = performance.now();
      const restore = keepFields(section() ?? page, page);
      // One commit: no moment with half a screen, and effects that look for the focus have run before it is put back.
      flushSync(change);
      restore();
      performance.measure(exchangeMeasure, { start });
    },
  };
}
