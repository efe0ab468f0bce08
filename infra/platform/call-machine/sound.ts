import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { keepRunning } from '@enfilade/shared-contracts/kit/keep-running';
import { microphoneRate } from '../voice/room-protocol.ts';
import {
  captureName,
  type EndProcessor,
  type FromCapture,
  type FromPlayout,
  playoutName,
  type ToCapture,
  type ToPlayout,
} from './worklet/worklet-messages.ts';

/** A processor ends within this time, unless its context is suspended and runs no processor. */
const endMs = 200;

type SoundEvents = { frame(pcm: ArrayBuffer): void; captured(level: number): void; played(report: FromPlayout): void };

/** The audio graph of one call: microphone → frames, and frames → a track that the SDK's audio element plays. */
export type Sound = Awaited<ReturnType<typeof openSound>>;

export type SoundOptions = { workletUrl: string; clock: Clock; signal: AbortSignal };

/** Opens the sound until the signal aborts. Rejects if the worklet cannot be loaded, or if the signal aborts earlier. */
export async function openSound({ workletUrl, clock, signal }: SoundOptions, events: SoundEvents) {
  // At the device's sample rate, because Firefox connects no microphone to a context of another rate.
  const context = new AudioContext({ latencyHint: 'interactive' });
  const nodes: AudioWorkletNode[] = [];
  signal.addEventListener('abort', () => {
    for (const { port } of nodes) {
      port.onmessage = null;
      port.postMessage({ t: 'end' } satisfies EndProcessor);
    }
    clock.after(endMs, () => {
      for (const node of nodes) {
        node.disconnect();
        node.port.close();
      }
      void context.close();
    });
  });
  keepRunning(context, signal);
  await context.audioWorklet.addModule(workletUrl);
  signal.throwIfAborted();
  const capture = openCapture(context, events);
  const { node: playout, track } = openPlayout(context, events);
  nodes.push(capture, playout);
  let source: MediaStreamAudioSourceNode | undefined;
  const connect = (microphone: MediaStreamTrack | undefined) => {
    source?.disconnect();
    source = microphone && context.createMediaStreamSource(new MediaStream([microphone]));
    source?.connect(capture);
  };
  signal.addEventListener('abort', () => {
    connect(undefined);
    track.stop();
  });
  const post = (message: ToPlayout, transfer: Transferable[] = []) => playout.port.postMessage(message, transfer);
  return {
    track,
    connect,
    setMicrophoneOn: (isOn: boolean) => capture.port.postMessage({ t: 'microphone', isOn } satisfies ToCapture),
    setRate: (rate: number) => post({ t: 'rate', rate }),
    start: () => post({ t: 'start' }),
    play: (pcm: ArrayBuffer) => post({ t: 'pcm', pcm }, [pcm]),
    flush: () => post({ t: 'flush' }),
  };
}

function openCapture(context: AudioContext, events: SoundEvents): AudioWorkletNode {
  const options = { numberOfInputs: 1, numberOfOutputs: 1, channelCount: 1, channelCountMode: 'explicit' as const };
  const node = new AudioWorkletNode(context, captureName, { ...options, processorOptions: { frameRate: microphoneRate } });
  node.port.onmessage = ({ data }: MessageEvent<FromCapture>) => {
    if (data.t === 'frame') events.frame(data.pcm);
    else events.captured(data.level);
  };
  // Browsers run only connected nodes. The processor writes no output, so the connection is silent.
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
