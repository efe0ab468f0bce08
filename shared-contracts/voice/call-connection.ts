import type { WebCall } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import { keepLease } from './call-lease.ts';
import type { ConnectionEvent } from './connection-event.ts';
import type { CallMachineScript, ScriptAllowlist } from './script-allowlist.ts';
import { VapiConnection } from './vapi-connection.ts';
import type { CallOptions } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

export interface CallConnectionOptions {
  page: VoicePage;
  clock: Clock;
  gate: ScriptAllowlist;
  machine: CallMachineScript;
  audioSource: MediaStreamTrack;
  call: Pick<CallOptions, 'visit' | 'summary'>;
  /** There is a place at the gateway; connecting begins. */
  onPlaced(): void;
  tell(event: ConnectionEvent): void;
}

/** The line a call has at present and the place it holds. A lost line is replaced by another, one at a time. */
export class CallConnection {
  readonly #options: CallConnectionOptions;
  #line: VapiConnection | undefined;
  /** Of the last call that was connected; undefined once it was looked for in vain. */
  #room: WebCall | undefined;
  #endLease = () => {};
  #isOver = false;

  constructor(options: CallConnectionOptions) {
    this.#options = options;
  }

  get current(): VapiConnection | undefined {
    return this.#line;
  }

  /** Whether the room of a lost call can be looked for. */
  get hasRoom(): boolean {
    return this.#room !== undefined;
  }

  async makeCall(): Promise<void> {
    const { visit, summary } = this.#options.call;
    await this.#drop();
    // Before a new place is asked for: where there is one place only, it is this one.
    this.#endLease();
    this.#room = undefined;
    this.#open()?.start(visit, summary());
  }

  /** Once only: a room that could not be found again is gone. */
  async rejoin(): Promise<void> {
    const room = this.#room;
    await this.#drop();
    this.#room = undefined;
    if (room) this.#open()?.reconnect(room);
  }

  /** Resolves when nothing is left. */
  async end(): Promise<void> {
    this.#isOver = true;
    const line = this.#line;
    this.#line = undefined;
    // After `end-call` is on its way and before a slow goodbye: the place is free at once.
    const ended = line?.end();
    this.#endLease();
    await ended;
  }

  #open(): VapiConnection | undefined {
    if (this.#isOver) return undefined;
    const { page, clock, gate, machine, audioSource, tell } = this.#options;
    const close = gate.allow(machine);
    const line = new VapiConnection(
      {
        page,
        machine,
        audioSource,
        onPlaced: (callId) => {
          this.#endLease();
          this.#endLease = keepLease(callId, page, clock);
          if (this.#isOver || this.#line !== line) this.#endLease();
          else this.#options.onPlaced();
        },
      },
      (event) => {
        if (event.type === 'joined' || event.type === 'broken' || event.type === 'left') close();
        if (this.#line !== line) return;
        if (event.type === 'joined') this.#room = line.webCall;
        tell(event);
      },
    );
    this.#line = line;
    return line;
  }

  async #drop(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    await line?.drop();
  }
}
