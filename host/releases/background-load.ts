import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { AvoidedVersions } from './avoided-versions.ts';
import { decideAvoiding } from './decide-avoiding.ts';
import type { RemoteLoader } from './load-remote.ts';
import { toRemoteError } from './remote-error.ts';
import type { ScreenReport } from './screen-report.ts';

export interface BackgroundLoadOptions {
  loader: Pick<RemoteLoader, 'prepare'>;
  avoided: AvoidedVersions;
  clock: Clock;
  language(): Language;
  report(report: ScreenReport): void;
}

/** Brings a new version of the drawn screen into the page without touching what is drawn. */
export interface BackgroundLoad {
  /** Whether it is here now. A version that cannot be had is reported once, however often it is tried. */
  load(set: ReleaseSet, name: RemoteName): Promise<boolean>;
  /** The set is in force: what was loaded for it counts as loaded. */
  confirm(set: ReleaseSet): void;
}

export function createBackgroundLoad({ loader, avoided, clock, language, report }: BackgroundLoadOptions): BackgroundLoad {
  const failed = new Set<string>();
  let arrived: ScreenReport | undefined;
  return {
    async load(set, name) {
      const version = set.remotes[name]?.version ?? 'none';
      const which = `${name}@${version}`;
      const began = clock.now();
      try {
        await loader.prepare(set, { name, language: language(), isRetry: failed.has(which) });
        arrived = { remote: name, version, kind: 'loaded', milliseconds: Math.round(clock.now() - began) };
        return true;
      } catch (cause) {
        const { code } = toRemoteError(cause);
        if (decideAvoiding(code, false) === 'at-once') avoided.add(name, version);
        if (!failed.has(which)) report({ remote: name, version, kind: 'failed', code });
        failed.add(which);
        return false;
      }
    },
    confirm({ remotes }) {
      if (arrived && remotes[arrived.remote]?.version === arrived.version) report(arrived);
      arrived = undefined;
    },
  };
}
