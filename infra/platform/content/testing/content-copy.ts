import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const demoContent = join(import.meta.dirname, '../../../demo');

/** A copy of demo museums in a temporary folder, for tests that change the files. */
export class ContentCopy {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** @param folders the museums' folders (all) */
  static async make(...folders: string[]): Promise<ContentCopy> {
    const directory = await mkdtemp(join(tmpdir(), 'enfilade-content-'));
    for (const folder of folders.length > 0 ? folders : ['.'])
      await cp(join(demoContent, 'museums', folder), join(directory, 'museums', folder), { recursive: true });
    return new ContentCopy(directory);
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.directory, path), text);
  }

  /** @param field keys with dots between them @param value undefined deletes the field */
  async set(path: string, field: string, value: unknown): Promise<void> {
    const whole: unknown = JSON.parse(await readFile(join(this.directory, path), 'utf8'));
    const keys = field.split('.');
    const last = keys.pop() ?? field;
    let owner: unknown = whole;
    for (const key of keys) owner = Reflect.get(Object(owner), key);
    Reflect.set(Object(owner), last, value);
    await this.write(path, JSON.stringify(whole));
  }

  remove(path: string): Promise<void> {
    return rm(join(this.directory, path), { recursive: true });
  }

  dispose(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
