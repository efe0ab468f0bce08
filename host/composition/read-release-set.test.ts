import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { createReleaseSet, readInlineSet } from './read-release-set.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const entry = '/remotes/landing/1.0.0/remoteEntry.js';
const hash = `sha384-${'a'.repeat(64)}`;
const landing = {
  version: '1.0.0',
  contract: '^1.0.0',
  federation: '^2.9.0',
  shared: { react: '^19.0.0' },
  entry,
  initial: [],
  integrity: { [entry]: hash },
};
const set: ReleaseSet = { museumId, sequence: 7, issuedAt: '2026-11-20T10:00:00Z', contract: '1.0.0', remotes: { landing } };

function write(text: string): void {
  document.body.innerHTML = '<script type="application/json" id="release-set"></script>';
  (document.getElementById('release-set') as HTMLElement).textContent = text;
}

/** The gateway's client with only what is asked of it here. */
const answering = (loadReleaseSet: GuideApi['loadReleaseSet']) => ({ loadReleaseSet }) as GuideApi;

describe('the page’s release set', () => {
  beforeEach(() => {
    document.documentElement.dataset['museum'] = museumId;
    document.body.innerHTML = '';
  });

  it('is the one in the HTML, and nobody is asked', async () => {
    write(JSON.stringify(set));
    const inForce = createReleaseSet(
      document,
      answering(() => Promise.reject(new Error('asked'))),
    );
    expect(await inForce.current()).toEqual(set);
    expect(inForce.integrityOf(entry)).toBe(hash);
    expect(inForce.integrityOf('/remotes/landing/1.0.0/other.js')).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"remotes":[]}'],
    ['an entry without a hash', JSON.stringify({ ...set, remotes: { landing: { ...landing, integrity: {} } } })],
    ['an empty hash', JSON.stringify({ ...set, remotes: { landing: { ...landing, integrity: { [entry]: '' } } } })],
    ['an unknown hash', JSON.stringify({ ...set, remotes: { landing: { ...landing, integrity: { [entry]: 'sha1-abc' } } } })],
    [
      'a foreign address',
      JSON.stringify({ ...set, remotes: { landing: { ...landing, entry: 'https://elsewhere.example/remoteEntry.js' } } }),
    ],
  ])('is refused when it holds %s', (_, text) => {
    write(text);
    expect(readInlineSet(document)).toBeUndefined();
  });

  it('is asked for once when the HTML holds none, and again after a failure', async () => {
    let asked = 0;
    const inForce = createReleaseSet(
      document,
      answering(() => {
        asked += 1;
        return asked === 1 ? Promise.reject(new Error('down')) : Promise.resolve(set);
      }),
    );
    await expect(inForce.current()).rejects.toMatchObject({ code: 'no-composition' });
    await Promise.all([inForce.current(), inForce.current()]);
    expect(asked).toBe(2);
    expect(document.documentElement.dataset['composition']).toBe('7');
  });
});
