import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** A room is heard at least each second; silent for so long it is lost. */
const silenceLimitMs = 3_000;
const lookEveryMs = 500;
/** So late a look means that the page slept, and what came meanwhile was not read yet: no reason to call it silent. */
const sleepMs = 1_500;

/** Notices that a line fell silent. Started and stopped with the line. */
export class SilenceWatch {
  private readonly clock: Clock;
  private readonly silent: () => void;
  private heardAt = 0;
  private stopLooking = () => {};

  constructor(clock: Clock, silent: () => void) {
    this.clock = clock;
    this.silent = silent;
  }

  start(): void {
    this.stop();
    this.heard();
    this.lookLater();
  }

  heard(): void {
    this.heardAt = this.clock.now();
  }

  stop(): void {
    this.stopLooking();
  }

  private lookLater(): void {
    const due = this.clock.now() + lookEveryMs;
    this.stopLooking = this.clock.after(lookEveryMs, () => this.look(due));
  }

  private look(due: number): void {
    const now = this.clock.now();
    if (now - due > sleepMs) this.heard();
    if (now - this.heardAt >= silenceLimitMs) this.silent();
    else this.lookLater();
  }
}
