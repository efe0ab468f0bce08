import { createChance } from './pieces/chance.ts';

const seconds = 2.8;

/** The room the music stands in: noise that dies away, as a hall's echo does. */
export function createHall(context: BaseAudioContext): ConvolverNode {
  const length = Math.floor(seconds * context.sampleRate);
  const echo = context.createBuffer(2, length, context.sampleRate);
  for (const channel of [0, 1]) {
    const chance = createChance(channel);
    const samples = echo.getChannelData(channel);
    let before = 0;
    for (let index = 0; index < length; index += 1) {
      // Walls swallow what is high: each sample leans on the one before.
      before = 0.65 * before + 0.35 * (chance.next() * 2 - 1);
      samples[index] = before * (1 - index / length) ** 3;
    }
  }
  const hall = context.createConvolver();
  hall.buffer = echo;
  return hall;
}
