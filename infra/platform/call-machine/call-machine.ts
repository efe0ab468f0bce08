import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { emptyCallState } from './daily/call-state.ts';
import type { FatalError, FromDaily, InputSettings, ParticipantWish, Reply, Tell } from './daily/messages.ts';
import { deviceChoice, microphoneChoice } from './join-wishes.ts';
import { devicesOf } from './local-voice.ts';
import { Session } from './session.ts';

export interface CallMachineOptions {
  clock: Clock;
  tell: Tell;
  /** The track the page brought along: no message can carry one. */
  sharedTrack(): MediaStreamTrack | undefined;
  /** Nothing more is expected before a reset. */
  left(): void;
}

/** What a handler returns, or resolves with, is the answer; most have none. */
type Handlers = { [Action in FromDaily['action']]: (message: Extract<FromDaily, { action: Action }>) => unknown };

/** daily-js keeps settings itself while there is no call. */
const keptByDaily: Reply = { returnPreloadCache: true };

/** Plays Daily's call machine: daily-js' messages in, its events out, one session at a time. */
export class CallMachine {
  private readonly options: CallMachineOptions;
  private session: Session | undefined;
  private state = emptyCallState();
  private inputSettings: InputSettings = {};
  private readonly handlers: Handlers = {
    'join-meeting': (message) => this.join(message),
    'leave-meeting': () => this.leave(),
    'app-msg': ({ data }) => this.session?.send(data),
    'local-audio': ({ state }) => this.session?.setMicrophone(state),
    'set-allow-local-audio': ({ state }) => this.session?.setMicrophone(state),
    'update-participant': ({ id, properties }) => this.update(id, properties),
    'update-participants': ({ participants }) => {
      for (const [id, wish] of Object.entries(participants)) this.update(id, wish);
    },
    'start-remote-participants-audio-level-observer': () => this.session?.levels.observe('remote', true),
    'stop-remote-participants-audio-level-observer': () => this.session?.levels.observe('remote', false),
    'start-local-audio-level-observer': () => this.session?.levels.observe('local', true),
    'stop-local-audio-level-observer': () => this.session?.levels.observe('local', false),
    'update-input-settings': ({ inputSettings }) => this.setInput(inputSettings),
    'set-input-devices': ({ audioDeviceId }) => this.setDevice(audioDeviceId),
    'get-input-devices': () => this.devices(),
    'set-output-device': () => this.devices(),
    'local-recording-start': () => this.session?.room?.record(true),
    'local-recording-stop': () => this.session?.room?.record(false),
    'local-screen-start': () =>
      this.options.tell({ action: 'nonfatal-error', type: 'screen-share-error', errorMsg: 'A voice call shares no screen.' }),
  };

  constructor(options: CallMachineOptions) {
    this.options = options;
  }

  readonly store = { getState: () => this.state };

  /** What daily-js waits for; an unknown action is answered with nothing, so that no promise hangs. */
  async answer(message: FromDaily): Promise<Reply> {
    const handle = this.handlers[message.action] as ((message: FromDaily) => unknown) | undefined;
    return ((await handle?.(message)) ?? {}) as Reply;
  }

  /** As before the first join. */
  reset(): void {
    this.session?.end();
    this.session = undefined;
    this.state = emptyCallState();
    this.inputSettings = {};
  }

  private async join({ properties, preloadCache: cache = {} }: Extract<FromDaily, { action: 'join-meeting' }>): Promise<void> {
    const { clock, tell, sharedTrack } = this.options;
    this.reset();
    this.inputSettings = cache.inputSettings ?? {};
    // Before anything else: until then daily-js keeps what it is asked for in its cache.
    tell({ action: 'call-machine-initialized' });
    const session = new Session({ properties, cache, state: this.state, clock, tell, failed: (error) => this.fail(error) });
    this.session = session;
    await session.join(sharedTrack());
  }

  private leave(): void {
    this.reset();
    this.options.tell({ action: 'left-meeting' });
    this.options.left();
  }

  private fail(error: FatalError): void {
    this.reset();
    this.options.tell({ action: 'error', errorMsg: error.msg, error });
    this.options.tell({ action: 'left-meeting' });
    this.options.left();
  }

  private update(id: string, { setSubscribedTracks }: ParticipantWish): void {
    if (setSubscribedTracks !== undefined) this.session?.room?.subscribe(id, setSubscribedTracks);
  }

  /** The browser's own processing is on already: of the settings only the microphone itself is taken. */
  private async setInput(inputSettings: InputSettings): Promise<Reply> {
    if (!this.session) return keptByDaily;
    this.inputSettings = { ...this.inputSettings, ...inputSettings };
    const wanted = inputSettings.audio?.settings;
    if (wanted?.customTrack || wanted?.deviceId)
      await this.session.microphone.open(microphoneChoice(inputSettings, this.options.sharedTrack()));
    return { inputSettings: this.inputSettings };
  }

  private async setDevice(audioDeviceId: string | undefined): Promise<Reply> {
    if (!this.session) return keptByDaily;
    if (audioDeviceId) await this.session.microphone.open(deviceChoice(audioDeviceId, this.options.sharedTrack()));
    return this.devices();
  }

  private devices(): Reply {
    return this.session ? devicesOf(this.session.microphone.track) : keptByDaily;
  }
}
