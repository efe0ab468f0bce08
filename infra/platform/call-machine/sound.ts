import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { keepRunning } from '@enfilade/shared-contracts/kit/keep-running';
import {
  captureName,
  type EndProcessor,
  type FromCapture,
  type FromPlayout,
  type ProcessorEnded,
  playoutName,
  type ToCapture,
  type ToPlayout,
} from './worklet/worklet-messages.ts';

/** Timeout of the processor's answer, because a suspended context runs no processor. */
const endLimitMs = 200;

/** Resolves when all have reported their end, or had their time. Their events are ignored from now on. */
async function endProcessors(nodes: readonly AudioWorkletNode[], clock: Clock): Promise<void> {
  await Promise.all(nodes.map((node) => endProcessor(node, clock)));
}

function endProcessor(node: AudioWorkletNode, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      node.disconnect();
      node.port.onmessage = null;
      node.port.close();
      resolve();
    };
    const cancel = clock.after(endLimitMs, finish);
    node.port.onmessage = ({ data }: MessageEvent<ProcessorEnded | { t: unknown }>) => {
      if (data.t === 'ended') finish();
    };
    node.port.postMessage({ t: 'end' } satisfies EndProcessor);
  });
}

export interface SoundEvents {
  frame(pcm: ArrayBuffer): void;
  /** Level of the visitor, every 100 ms while sound runs. */
  captured(level: number): void;
  played(report: FromPlayout): void;
}

/** The audio graph of one call: microphone → frames, and frames → a track that the SDK's audio element plays. */
export interface Sound {
  track: MediaStreamTrack;
  /** The input from now on, instead of the one before. */
  connect(microphone: MediaStreamTrack | undefined): void;
  setMicrophoneOn(isOn: boolean): void;
  setRate(rate: number): void;
  /** Until then what is to be played is kept. */
  start(): void;
  play(pcm: ArrayBuffer): void;
  flush(): void;
  pause(): void;
}

export interface SoundOptions {
  workletUrl: string;
  clock: Clock;
  signal: AbortSignal;
}

/** Ends with the signal, also while it is being opened. Rejects when the worklet cannot be loaded. */
export async function openSound({ workletUrl, clock, signal }: SoundOptions, events: SoundEvents): Promise<Sound> {
  // At the device's own rate: Firefox joins no microphone to a graph of another rate.
  const context = new AudioContext({ latencyHint: 'interactive' });
  const nodes: AudioWorkletNode[] = [];
  signal.addEventListener('abort', () => void endProcessors(nodes, clock).then(() => context.close()));
  keepRunning(context, signal);
  await context.audioWorklet.addModule(workletUrl);
  signal.throwIfAborted();
  const capture = openCapture(context, events);
  const playout = openPlayout(context, events);
  nodes.push(capture, playout.node);
  const input = createInput(context, capture);
  signal.addEventListener('abort', () => {
    input.connect(undefined);
    playout.track.stop();
  });
  return { ...input, ...createOutput(playout.node), track: playout.track };
}

/** Frames go up at 16 kHz: what speech recognition expects. */
const frameRate: typeof import('../voice/room-protocol.ts').microphoneRate = 16_000;

function openCapture(context: AudioContext, events: SoundEvents): AudioWorkletNode {
  const options = { numberOfInputs: 1, numberOfOutputs: 1, channelCount: 1, channelCountMode: 'explicit' as const };
  const node = new AudioWorkletNode(context, captureName, { ...options, processorOptions: { frameRate } });
  node.port.onmessage = ({ data }: MessageEvent<FromCapture>) => {
    if (data.t === 'frame') events.frame(data.pcm);
    else events.captured(data.level);
  };
  // A node that leads nowhere is not run. The processor writes nothing to its output: this is silence.
  node.connect(context.destination);
  return node;
}

function openPlayout(context: AudioContext, events: SoundEvents): { node: AudioWorkletNode; track: MediaStreamTrack } {
  const node = new AudioWorkletNode(context, playoutName, { numberOfInputs: 0, numberOfOutputs: 1, outputChannelCount: [1] });
  node.port.onmessage = ({ data }: MessageEvent<FromPlayout>) => events.played(data);
  const destination = context.createMediaStreamDestination();
  node.connect(destination);
  const [track] = destination.stream.getAudioTracks();
  if (!track) throw new Error('The browser gave a destination without a track.');
  return { node, track };
}

function createInput(context: AudioContext, capture: AudioWorkletNode): Pick<Sound, 'connect' | 'setMicrophoneOn'> {
  let source: MediaStreamAudioSourceNode | undefined;
  return {
    connect(microphone) {
      source?.disconnect();
      source = microphone && context.createMediaStreamSource(new MediaStream([microphone]));
      source?.connect(capture);
    },
    setMicrophoneOn: (isOn) => capture.port.postMessage({ t: 'microphone', isOn } satisfies ToCapture),
  };
}

function createOutput({ port }: AudioWorkletNode): Pick<Sound, 'setRate' | 'start' | 'play' | 'flush' | 'pause'> {
  const post = (message: ToPlayout, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  return {
    setRate: (rate) => post({ t: 'rate', rate }),
    start: () => post({ t: 'start' }),
    play: (pcm) => post({ t: 'pcm', pcm }, [pcm]),
    flush: () => post({ t: 'flush' }),
    pause: () => post({ t: 'pause' }),
  };
}
