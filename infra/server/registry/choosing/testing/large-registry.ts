import { randomBytes } from 'node:crypto';
import { emptyState, type PublishedVersion, type RegistryState } from '../../state/registry-state.ts';
import { pinnedRemote } from '../../state/releases.ts';
import { releaseOf } from '../../testing/built-remote.ts';

const screens = ['landing', 'tailoring', 'visit', 'chat'];
const anyHash = () => `sha384-${randomBytes(48).toString('base64')}`;

interface Size {
  remotes: number;
  versions: number;
  museums: number;
  museumId: string;
}

/** Every museum pins all remotes itself. The named museum and the default have only the four screens. */
export function largeRegistry({ remotes, versions: all, museums, museumId }: Size): RegistryState {
  const names = Array.from({ length: remotes }, (_, at) => screens[at] ?? `other${at}`);
  const published = names.map((name) => {
    const versions = Array.from({ length: all / remotes }, (_, at): [string, PublishedVersion] => {
      const version = `1.${at}.0`;
      const files = ['remoteEntry.js', 'screen.js', 'screen.css', 'texts-de.js'].map((file) => [file, { bytes: 1, integrity: anyHash() }]);
      const build = { contract: '^1.0.0', shared: { react: '^19.0.0' }, initial: ['screen.js', 'screen.css'] };
      const release = releaseOf({ name, version, ...build, files: Object.fromEntries(files) });
      return [
        version,
        {
          release,
          pinned: pinnedRemote(release),
          publishedAt: '',
          actor: '',
          annotation: { private: {} },
          retiredAt: undefined,
        },
      ];
    });
    return [name, new Map(versions)] as const;
  });
  const pin = { version: '1.0.0', at: '2026-01-01T00:00:00.000Z', actor: '', before: undefined, backTo: undefined };
  const pins = Array.from({ length: museums }, (_, seq) => {
    const id = ['*', museumId][seq] ?? seq.toString(16).padStart(24, '0');
    const own = seq < 2 ? names.slice(0, screens.length) : names;
    return [id, new Map(own.map((name) => [name, { ...pin, seq }]))] as const;
  });
  return { ...emptyState, seq: museums, versions: new Map(published), pins: new Map(pins) };
}
