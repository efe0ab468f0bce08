import type { Tell } from './daily/to-daily.ts';

/** How loud it is, told to who asked for it. The meters give a level every 100 ms, which is what the SDK asks for. */
export class Levels {
  private readonly tell: Tell;
  private readonly observed: Record<'local' | 'remote', boolean> = { local: false, remote: false };

  constructor(tell: Tell) {
    this.tell = tell;
  }

  observe(side: 'local' | 'remote', isOn: boolean): void {
    this.observed[side] = isOn;
  }

  tellLocal(audioLevel: number): void {
    if (this.observed.local) this.tell({ action: 'local-audio-level', audioLevel });
  }

  tellRemote(participantsAudioLevel: Record<string, number>): void {
    if (this.observed.remote) this.tell({ action: 'remote-participants-audio-level', participantsAudioLevel });
  }
}
