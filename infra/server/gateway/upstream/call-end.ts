import { EventEmitter } from 'node:events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Deadline } from './deadline.ts';

/** What a call must know of its end: a whole `Deadline`, or less. */
export interface CallEnd extends Pick<Deadline, 'isExpired'> {
  readonly signal: (AbortSignal | EventEmitter) & { readonly aborted: boolean };
}

/** Ends a call after a time or with a signal. Made for most calls, so it is light: an AbortController costs more than twice as much. */
export class ShortDeadline extends EventEmitter implements CallEnd {
  aborted = false;
  readonly signal = this;
  private expired = false;
  private readonly cancel: () => void;
  private readonly parent: AbortSignal | undefined;

  constructor(clock: Clock, ms: number, parent: AbortSignal | undefined) {
    super();
    this.cancel = clock.after(ms, () => {
      this.expired = true;
      this.abort();
    });
    this.parent = parent;
    if (parent?.aborted) this.aborted = true;
    parent?.addEventListener('abort', this.abort, { once: true });
  }

  isExpired = (): boolean => this.expired;

  /** Must be called when the call is over: takes the timer and the listener away. */
  end(): void {
    this.cancel();
    this.parent?.removeEventListener('abort', this.abort);
  }

  private abort = (): void => {
    this.aborted = true;
    this.emit('abort');
  };
}
