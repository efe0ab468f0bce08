import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { RegistryLockedError } from '../state/registry-error.ts';
import { acquirePidFile } from './pid-file.ts';

let folder: string;
const file = () => path.join(folder, 'registry.pid');
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'enfilade-pid-'));
});
afterEach(async () => {
  rs.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** The number of a process that lived and is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a pid file', () => {
  it('is refused to a second owner and released at the end', () => {
    const release = acquirePidFile(file());
    expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    expect(() => acquirePidFile(file())).toThrow(new RegExp(`in use by process ${process.pid} `));
    release();
    expect(existsSync(file())).toBe(false);
  });

  it('names the living process that owns it', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    rs.spyOn(process, 'kill').mockReturnValue(true);
    await writeFile(file(), `${child.pid} \n`);
    expect(() => acquirePidFile(file())).toThrow(RegistryLockedError);
    expect(() => acquirePidFile(file())).toThrow(String(child.pid));
    child.kill();
    await once(child, 'exit');
  });

  it('is replaced after a dead process', async () => {
    rs.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });
    await writeFile(file(), `${await deadPid()} \n`);
    const release = acquirePidFile(file());
    expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
  });

  it('is replaced after a dead process whose number went to another one', async () => {
    const release = acquirePidFile(file());
    const own = readFileSync(file(), 'utf8');
    release();
    // Only where the system says when a process began can the two be distinguished.
    if (own !== `${process.pid} \n`) {
      await writeFile(file(), own.replace(/\d+\n$/, '1\n'));
      acquirePidFile(file())();
    }
    expect(existsSync(file())).toBe(false);
  });

  it('is replaced when a crash left half of it', async () => {
    for (const torn of ['', '12', 'garbage\n']) {
      await writeFile(file(), torn);
      acquirePidFile(file())();
    }
    expect(existsSync(file())).toBe(false);
  });

  it('is not removed when another process owns it by now', async () => {
    const release = acquirePidFile(file());
    await writeFile(file(), '1 other\n');
    release();
    expect(readFileSync(file(), 'utf8')).toBe('1 other\n');
  });

  it('says so when it can be neither made nor read', async () => {
    await mkdir(file());
    expect(() => acquirePidFile(file())).toThrow(/neither made nor read/);
  });
});
