import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/remote/testing/sign-set';
import { createAvoidedVersions } from '../avoided-versions.ts';
import { createFollowing } from '../create-following.ts';
import type { FederationInstance } from '../federation.ts';
import { createRemoteLoader } from '../load-remote.ts';
import type { ScreenReport } from '../screen-report.ts';
import { openPage, type PageTerms, unsignedSet } from './signed-page.ts';

type Talk = Pick<ConversationState, 'phase' | 'transport'>;

function pinned(version: string): PinnedRemote {
  const entry = `/remotes/landing/${version}/remoteEntry.js`;
  const integrity = { [entry]: `sha384-${'a'.repeat(64)}` };
  return { version, contract: '^1.0.0', federation: '^2.9.0', shared: { react: '^19.0.0' }, entry, initial: [], integrity };
}

/** Lets everything that waits for nothing but an answer happen; signatures are checked outside the microtasks. */
export const settled = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setTimeout(resolve));
};

/** A talk whose phase the test decides. */
function createTalk() {
  const listeners = new Set<(now: ConversationState, before: ConversationState) => void>();
  let state = { phase: 'off', transport: undefined } as Talk as ConversationState;
  return {
    getState: () => state,
    subscribe(listener: (now: ConversationState, before: ConversationState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    become(next: Talk) {
      const before = state;
      state = { ...state, ...next };
      for (const listener of [...listeners]) listener(state, before);
    },
    listeners: () => listeners.size,
  };
}

/** What comes when a version is asked for; a function decides anew each time. */
type Scripts = Record<string, () => Promise<unknown>>;

const screenOf = (version: string): ScreenModule => ({
  default: () => null,
  loadTexts: () => Promise.resolve({ default: { version } }),
});

function createFederation(scripts: Scripts, asked: string[]): FederationInstance {
  const loadRemote = (id: string) => {
    const version = /_landing_(.*)\/screen$/.exec(id)?.[1]?.replaceAll('_', '.') ?? '';
    asked.push(version);
    return (scripts[version] ?? (() => Promise.resolve(screenOf(version))))();
  };
  return { version: '2.9.2', registerRemotes: () => undefined, loadRemote } as unknown as FederationInstance;
}

/** A museum's page with landing 1.0.0 of set 7 drawn: the real set, check, loader and cookie; a gateway and a federation by script. */
export async function openTab(scripts: Scripts = {}, signer?: TestSigner) {
  const own = signer ?? (await createTestSigner());
  const setWith = (version: string, sequence: number): Promise<ReleaseSet> =>
    own.sign({ ...unsignedSet, sequence, remotes: { landing: pinned(version) } });
  const terms: PageTerms = { html: JSON.stringify(await setWith('1.0.0', 7)), keys: [own] };
  const opened = openPage(terms);
  const clock = createHandClock();
  const texts: unknown[] = [];
  const asked: string[] = [];
  const loader = createRemoteLoader({
    federation: createFederation(scripts, asked),
    clock,
    releaseSet: opened.set.current,
    inForce: opened.set.now,
    addTexts: (_name, _language, added) => void texts.push(added['version']),
  });
  await loader.load('landing', 'en');
  const talk = createTalk();
  const jar = { cookie: '' };
  const shown = { isDrawn: true, isBusy: false, isTyping: false };
  const reports: ScreenReport[] = [];
  const told: number[] = [];
  let exchanges = 0;
  const following = createFollowing({
    set: opened.set,
    loader,
    conversation: { store: talk },
    avoided: createAvoidedVersions(jar, false),
    clock,
    frame: {
      drawn: () => (shown.isDrawn ? { name: 'landing', isBusy: shown.isBusy } : undefined),
      isTyping: () => shown.isTyping,
      exchange(change) {
        exchanges += 1;
        change();
      },
    },
    language: () => 'en',
    tell: (sequence) => void told.push(sequence),
    report: (report) => void reports.push(report),
  });
  return {
    ...{ clock, texts, asked, talk, jar, shown, reports, told, following, loader, setWith, terms },
    problems: opened.problems,
    exchanges: () => exchanges,
    /** What runs. */
    now: () => [opened.set.now()?.sequence, loader.peek('landing', 'en')?.version],
    /** The gateway answers with it from now on. */
    async answer(version: string, sequence: number) {
      terms.answer = await setWith(version, sequence);
    },
    async look() {
      await following.look();
      await settled();
    },
  };
}
