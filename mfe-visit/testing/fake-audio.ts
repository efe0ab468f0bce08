/** The browser's audio element as far as it is used. */
export class FakeAudio extends EventTarget {
  currentTime = 0;
  duration = Number.NaN;
  isPaused = true;
  ended = false;
  src: string;
  refuse: (reason: Error) => void = () => undefined;
  answer: Promise<void> = Promise.resolve();
  constructor(src = '') {
    super();
    this.src = src;
  }
  play() {
    this.isPaused = false;
    this.answer = new Promise((_, reject) => {
      this.refuse = reject;
    });
    return this.answer;
  }
  pause() {
    this.isPaused = true;
    this.emit('pause');
  }
  removeAttribute() {
    this.src = '';
  }
  emit(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}
