import type { Page } from '@playwright/test';

/** The analyser reports an element's sound late, so the check skips paused elements. */
type Ear = AnalyserNode & { element?: HTMLMediaElement };

interface ListeningWindow {
  ears: Ear[];
}

/** Call this before opening the page. */
export async function listenToPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ears: Ear[] = [];
    Object.assign(window, { ears });
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function (this: AudioNode, ...all: unknown[]) {
      if (all[0] instanceof AudioDestinationNode) {
        const ear = this.context.createAnalyser();
        ear.fftSize = 2048;
        Reflect.apply(connect, this, [ear]);
        ears.push(ear);
      }
      return Reflect.apply(connect, this, all) as never;
    } as typeof connect;
    // An element outside of an audio graph reaches no node.
    const { play } = HTMLMediaElement.prototype;
    const heard = new WeakSet<HTMLMediaElement>();
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement & { captureStream?(): MediaStream }) {
      const listen = () => {
        const stream = this.captureStream?.();
        if (!stream?.getAudioTracks().length) return;
        const context = new AudioContext();
        const ear: Ear = context.createAnalyser();
        ear.fftSize = 2048;
        ear.element = this;
        context.createMediaStreamSource(stream).connect(ear);
        ears.push(ear);
      };
      if (!heard.has(this)) this.addEventListener('playing', listen);
      heard.add(this);
      return play.call(this);
    };
  });
}

/** The greatest sample within `ms`, 0 to 1. */
export const loudnessOf = (page: Page, ms = 300): Promise<number> =>
  page.evaluate(async (listenMs) => {
    const { ears } = window as unknown as ListeningWindow;
    const listen = (ear: Ear) => {
      const samples = new Float32Array(ear.fftSize);
      if (ear.context.state === 'running' && !ear.element?.paused) ear.getFloatTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    };
    let loudest = 0;
    const until = performance.now() + listenMs;
    while (performance.now() < until) {
      loudest = Math.max(loudest, ...ears.map(listen));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return loudest;
  }, ms);
