import { Capture, type CaptureOptions, Playout } from './processors.ts';
import { captureName, type EndProcessor, playoutName, type ToCapture, type ToPlayout } from './worklet-messages.ts';

// Globals of the AudioWorkletGlobalScope, which TypeScript's DOM library lacks.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

type Options = Omit<CaptureOptions, 'inputRate'>;

type Part<Message> = { receive(message: Message): void; run(input: Float32Array | undefined, output: Float32Array | undefined): void };

const isEnd = (message: unknown): message is EndProcessor => (message as { t?: string }).t === 'end';

/** A processor that runs until an `end` message. */
function register<Message>(name: string, open: (port: MessagePort, options: Options) => Part<Message>): void {
  class EndingProcessor extends AudioWorkletProcessor {
    private readonly part: Part<Message>;
    private isEnding: boolean = false;

    constructor({ processorOptions }: { processorOptions: Options }) {
      super();
      this.part = open(this.port, processorOptions);
      this.port.onmessage = ({ data }: MessageEvent<Message | EndProcessor>) => {
        if (isEnd(data)) this.isEnding = true;
        else this.part.receive(data);
      };
    }

    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
      if (!this.isEnding) this.part.run(inputs[0]?.[0], outputs[0]?.[0]);
      return !this.isEnding;
    }
  }
  registerProcessor(name, EndingProcessor);
}

register<ToCapture>(captureName, (port, options) => {
  const capture = new Capture({ ...options, inputRate: sampleRate }, (message) =>
    port.postMessage(message, message.t === 'frame' ? [message.pcm] : []),
  );
  return { receive: (message) => capture.receive(message), run: (input) => capture.feed(input) };
});

register<ToPlayout>(playoutName, (port) => {
  const playout = new Playout(sampleRate, (report) => port.postMessage(report));
  return { receive: (message) => playout.receive(message), run: (_, output) => output && playout.render(output) };
});
