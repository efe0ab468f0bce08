import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { emptyCallState } from './daily/call-state.ts';
import type { CommandResult, DailyCommand, Emit, FatalError, InputSettings } from './daily/messages.ts';
import { CallSession } from './session.ts';

export interface CallMachineOptions {
  clock: Clock;
  emit: Emit;
  /** The track the page brought along: no message can carry one. */
  sharedTrack(): MediaStreamTrack | undefined;
  /** Nothing more is expected before a reset. */
  onLeft(): void;
}

/** What a handler returns, or resolves with, is the command's result; most have none. */
type Handlers = { [Action in DailyCommand['action']]: (command: Extract<DailyCommand, { action: Action }>) => unknown };

/** Plays Daily's call machine: daily-js' commands in, its events out, one session at a time. */
export class CallMachine {
  private readonly options: CallMachineOptions;
  private session: CallSession | undefined;
  private state = emptyCallState();
  private inputSettings: InputSettings = {};
  private readonly handlers: Handlers = {
    'join-meeting': (command) => this.join(command),
    'leave-meeting': () => this.leave(),
    'app-msg': ({ data }) => this.session?.send(data),
    'local-audio': ({ state }) => this.session?.setMicrophone(state),
    'update-participant': ({ id, properties: { setSubscribedTracks } }) => {
      if (setSubscribedTracks !== undefined) this.session?.room?.subscribe(id, setSubscribedTracks);
    },
    'start-remote-participants-audio-level-observer': () => this.session?.levels.observe('remote'),
    'start-local-audio-level-observer': () => this.session?.levels.observe('local'),
    'update-input-settings': ({ inputSettings }) => this.updateInputSettings(inputSettings),
    'local-recording-start': () => this.session?.room?.record(true),
    'local-recording-stop': () => this.session?.room?.record(false),
  };

  constructor(options: CallMachineOptions) {
    this.options = options;
  }

  readonly store = { getState: () => this.state };

  /** What daily-js waits for; an unknown command has an empty result, so that no promise hangs. */
  async run(command: DailyCommand): Promise<CommandResult> {
    const handle = this.handlers[command.action] as ((command: DailyCommand) => unknown) | undefined;
    return ((await handle?.(command)) ?? {}) as CommandResult;
  }

  /** As before the first join. */
  reset(): void {
    this.session?.end();
    this.session = undefined;
    this.state = emptyCallState();
    this.inputSettings = {};
  }

  private async join({ properties, preloadCache: cache = {} }: Extract<DailyCommand, { action: 'join-meeting' }>): Promise<void> {
    const { clock, emit, sharedTrack } = this.options;
    this.reset();
    this.inputSettings = cache.inputSettings ?? {};
    // Before anything else: until then daily-js writes what it is asked for into its cache.
    emit({ action: 'call-machine-initialized' });
    const onFailed = (error: FatalError) => this.fail(error);
    this.session = new CallSession({ ...properties, cache, track: sharedTrack(), state: this.state, clock, emit, onFailed });
    await this.session.join();
  }

  private leave(): void {
    this.reset();
    this.options.emit({ action: 'left-meeting' });
    this.options.onLeft();
  }

  private fail(error: FatalError): void {
    this.reset();
    this.options.emit({ action: 'error', errorMsg: error.msg, error });
    this.options.emit({ action: 'left-meeting' });
    this.options.onLeft();
  }

  /** Only noted: the browser's own sound processing is on already. Without a call daily-js notes them itself. */
  private updateInputSettings(inputSettings: InputSettings): CommandResult {
    if (!this.session) return { returnPreloadCache: true };
    this.inputSettings = { ...this.inputSettings, ...inputSettings };
    return { inputSettings: this.inputSettings };
  }
}
