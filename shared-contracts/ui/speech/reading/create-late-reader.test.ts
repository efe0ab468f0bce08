import { describe, expect, it } from '@rstest/core';
import { createLateReader } from './create-late-reader.ts';
import { createReader, type Reader } from './create-reader.ts';
import { createFakePage, flushPromises } from './testing/fake-sound.ts';
import { openReader } from './testing/open-reader.ts';

/** The reader of a page whose code comes when the test says so. */
function openLate() {
  const sound = createFakePage();
  const loads: { arrive(): Promise<unknown>; fail(): Promise<unknown> }[] = [];
  const { options, asked } = openReader();
  const reader = createLateReader(
    sound.page,
    (page) =>
      new Promise<Reader>((resolve, reject) => {
        const arrive = () => {
          resolve(createReader({ ...options, page }));
          return flushPromises();
        };
        const fail = () => {
          reject(new Error('no network'));
          return flushPromises();
        };
        loads.push({ arrive, fail });
      }),
  );
  return { ...sound, reader, loads, asked };
}
const text = 'One short answer, in one piece.';

describe('the first reading, whose code is still to be loaded', () => {
  it('the first reading, whose code is still to be loaded opens the sound within the tap, and begins with it when the code is there', async () => {
    const { reader, loads, contexts, newest, asked } = openLate();
    reader.toggle('a', text);
    expect([reader.getState(), newest().state, asked.length]).toEqual([{ id: 'a', state: 'loading' }, 'running', 0]);
    await loads[0]?.arrive();
    asked[0]?.come(2);
    await flushPromises();
    expect([reader.getState().state, contexts.length]).toEqual(['playing', 1]);
    reader.toggle('b', text);
    expect([loads.length, contexts.length, reader.getState().id]).toEqual([1, 2, 'b']);
  });

  it.each([
    ['stopped', (reader: Reader) => reader.stop()],
    ['pressed again', (reader: Reader) => reader.toggle('a', text)],
  ])('the first reading, whose code is still to be loaded never begins when it was %s meanwhile, and closes the sound', async (_, end) => {
    const { reader, loads, newest, asked } = openLate();
    reader.toggle('a', text);
    end(reader);
    await loads[0]?.arrive();
    expect([reader.getState(), newest().state, asked.length]).toEqual([{ id: 'a', state: 'stopped' }, 'closed', 0]);
  });

  it('the first reading, whose code is still to be loaded is the one that was pressed last', async () => {
    const { reader, loads, asked } = openLate();
    reader.toggle('a', text);
    reader.toggle('b', text);
    await loads[0]?.arrive();
    await loads[1]?.arrive();
    expect([reader.getState(), asked.length]).toEqual([{ id: 'b', state: 'loading' }, 1]);
  });

  it('the first reading, whose code is still to be loaded says that the network is at fault when the code does not come, and the next press asks for it again', async () => {
    const { reader, loads, newest, asked } = openLate();
    reader.toggle('a', text);
    await loads[0]?.fail();
    expect(reader.getState()).toEqual({ id: 'a', state: 'error', problem: { sentence: 'speech.network' } });
    expect(newest().state).toBe('closed');
    reader.toggle('a', text);
    await loads[1]?.arrive();
    expect([reader.getState().state, asked.length]).toEqual(['loading', 1]);
  });
});
