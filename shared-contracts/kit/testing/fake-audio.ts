export class FakeAudio extends EventTarget {
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  volume = 1;
  isPaused = true;
  ended = false;
  error: Error | null = null;
  src: string = '';
  refuse: (reason: Error) => void = () => undefined;
  readonly plays: string[] = [];

  play() {
    this.isPaused = false;
    if (this.src) this.plays.push(this.src);
    return new Promise<void>((_, reject) => {
      this.refuse = reject;
    });
  }
  pause() {
    this.isPaused = true;
    this.emit('pause');
  }
  load() {}
  removeAttribute() {
    this.src = '';
  }
  emit(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}

export function createFakeAudios() {
  const created: FakeAudio[] = [];
  const createAudio = () => {
    const audio = new FakeAudio();
    created.push(audio);
    return audio as unknown as HTMLAudioElement;
  };
  return { created, createAudio, newest: () => created.at(-1) as FakeAudio };
}
