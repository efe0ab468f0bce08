import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createTestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { createBlockedVersions } from '../blocked-versions.ts';
import { createReleaseUpdater } from '../release-updater.ts';
import type { ScreenReport } from '../remote-error.ts';
import { openPage, type PageTerms, unsignedSet } from './signed-page.ts';
import { createTestFederation } from './test-federation.ts';
import { createTestLoader } from './test-loader.ts';

type Phases = Pick<ConversationState, 'phase' | 'transport'>;

function pinned(version: string): PinnedRemote {
  const entry = `/remotes/landing/${version}/remoteEntry.js`;
  const integrity = { [entry]: `sha384-${'a'.repeat(64)}` };
  return { version, contract: '^1.0.0', shared: { react: '^19.0.0' }, entry, initial: [], integrity };
}

/** Verifying a signature takes several tasks. */
export const flushPromises = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setTimeout(resolve));
};

type Scripts = Record<string, () => Promise<unknown>>;

const screenOf = (version: string): ScreenModule => ({
  default: () => null,
  loadTexts: () => Promise.resolve({ default: { version } }),
});

/** Set, verifier, loader and cookie are real. Gateway and federation are scripted. */
export async function openTab(scripts: Scripts = {}) {
  const own = await createTestSigner();
  const setWith = (version: string, sequence: number): Promise<ReleaseSet> =>
    own.sign({ ...unsignedSet, sequence, remotes: { landing: pinned(version) } });
  const terms: PageTerms = { html: JSON.stringify(await setWith('1.0.0', 7)), keys: [own] };
  const { set: currentSet } = openPage(terms);
  const loads: string[] = [];
  const federation = createTestFederation((version) => {
    loads.push(version);
    return (scripts[version] ?? (() => Promise.resolve(screenOf(version))))();
  });
  const { loader, clock, texts } = createTestLoader({ federation, currentSet });
  await loader.load('landing');
  const { set: become, ...store } = createStore<Phases>({ phase: 'off', transport: undefined });
  const phases = { ...store, become };
  const jar = { cookie: '' };
  const shown = { isDrawn: true, isBusy: false };
  const reports: ScreenReport[] = [];
  const replacedBy: (number | undefined)[] = [];
  currentSet.subscribe((set) => replacedBy.push(set?.sequence));
  let swaps = 0;
  const updater = createReleaseUpdater({
    currentSet,
    loader,
    conversation: { store: phases },
    blocked: createBlockedVersions(jar, false),
    clock,
    frame: {
      screen: () => (shown.isDrawn ? { name: 'landing', isBusy: shown.isBusy } : undefined),
      swap(replace) {
        swaps += 1;
        replace();
      },
    },
    report: (report) => void reports.push(report),
  });
  return {
    ...{ clock, federation, loads, phases, jar, shown, reports, replacedBy, updater },
    swaps: () => swaps,
    texts: () => texts.map(([, , added]) => added['version']),
    now: () => [currentSet.getState()?.sequence, loader.peek('landing')?.version],
    async answer(version: string, sequence: number) {
      terms.answer = await setWith(version, sequence);
    },
    async offer(version: string, sequence: number) {
      await this.answer(version, sequence);
      await this.check();
    },
    async check() {
      await updater.check();
      await flushPromises();
    },
  };
}
