import { Capture, type CaptureOptions, Playout } from './processors.ts';
import { captureName, type EndProcessor, type ProcessorEnded, playoutName, type ToCapture, type ToPlayout } from './worklet-messages.ts';

// Global of the AudioWorkletGlobalScope, which TypeScript's DOM library lacks.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Runs until an `end` message, and reports when it has ended. */
abstract class EndingProcessor<Message> extends AudioWorkletProcessor {
  private isEnding: boolean = false;
  private hasEnded: boolean = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Message | EndProcessor>) => {
      if (isEnd(data)) this.isEnding = true;
      else this.receive(data);
    };
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    if (!this.isEnding) this.run(inputs[0]?.[0], outputs[0]?.[0]);
    else if (!this.hasEnded) {
      this.hasEnded = true;
      this.port.postMessage({ t: 'ended' } satisfies ProcessorEnded);
    }
    return !this.isEnding;
  }

  abstract receive(message: Message): void;
  abstract run(input: Float32Array | undefined, output: Float32Array | undefined): void;
}

const isEnd = (message: unknown): message is EndProcessor => (message as { t?: string }).t === 'end';

registerProcessor(
  captureName,
  class extends EndingProcessor<ToCapture> {
    private readonly capture: Capture;

    constructor({ processorOptions }: { processorOptions: Omit<CaptureOptions, 'inputRate'> }) {
      super();
      this.capture = new Capture({ ...processorOptions, inputRate: sampleRate }, (message) =>
        this.port.postMessage(message, message.t === 'frame' ? [message.pcm] : []),
      );
    }

    receive(message: ToCapture): void {
      this.capture.receive(message);
    }

    run(input: Float32Array | undefined): void {
      this.capture.feed(input);
    }
  },
);

registerProcessor(
  playoutName,
  class extends EndingProcessor<ToPlayout> {
    private readonly playout = new Playout(sampleRate, (report) => this.port.postMessage(report));

    receive(message: ToPlayout): void {
      this.playout.receive(message);
    }

    run(_input: Float32Array | undefined, output: Float32Array | undefined): void {
      if (output) this.playout.render(output);
    }
  },
);
