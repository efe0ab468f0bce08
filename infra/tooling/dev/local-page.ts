import { parseKeys } from '@enfilade/server/http/key-files';
import { createSetSigner, signingKeys } from '@enfilade/server/registry/signing/set-signer';
import { pinnedRemote } from '@enfilade/server/registry/state/releases';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Fill } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';
import { offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import type { LocalBuilds, RunningVersions } from './local-builds.ts';

/** The gateway writes this tag. */
const setScript = /(<script\b[^>]*\bid="release-set"[^>]*>)([^<]*)(<\/script>)/;
const keysMeta = /(<meta name="release-keys" content=")([^"]*)(">)/;
const rootElement = /(<html\b[^>]*\bdata-composition=")(\d+)(")/;
const rootCdn = / data-artifacts="([^"]*)"/;
const preloadLink = /<link rel="preload"[^>]*\bhref="([^"]*)"[^>]*>/g;
const headStart = '<head>';
const hostTag = /<(?:script|link)\b[^>]*\b(?:src|href)="(\/static\/[^"]+)"[^>]*>/g;

/** @returns undefined for a text without a release set, such as a proxy's error */
export function readPageSet(html: string): ReleaseSet | undefined {
  const found = parseSet(setScript.exec(html)?.[2] ?? '');
  return 'set' in found && keysMeta.test(html) ? found.set : undefined;
}

interface LocalPageParts {
  rewriteSet(set: ReleaseSet): ReleaseSet;
  keys: readonly string[];
  /** A tag for the start of the head. */
  clientTag: string;
  newestHostFile: LocalBuilds['newestHostFile'];
}

/** A page without a release set stays unchanged. */
export function rewritePage(sent: string, { rewriteSet, keys, clientTag, newestHostFile }: LocalPageParts): string {
  const html = withoutCdn(sent);
  const before = readPageSet(html);
  if (!before) return html;
  const set = rewriteSet(before);
  const preloaded = withoutStalePreloads(replaceHostFiles(html, newestHostFile), before, set);
  return preloaded
    .replace(setScript, (_, open: string, __, close: string) => `${open}${JSON.stringify(set).replaceAll('<', '\\u003c')}${close}`)
    .replace(keysMeta, (_, open: string, __, close: string) => `${open}${keys.join(' ')}${close}`)
    .replace(rootElement, (_, open: string, __, close: string) => `${open}${set.sequence}${close}`)
    .replace(headStart, () => `${headStart}${clientTag}`);
}

/** The CDN has no local builds, and the site has every file of the CDN. */
function withoutCdn(html: string): string {
  const [attribute, origin] = rootCdn.exec(html) ?? [];
  return attribute === undefined ? html : html.replace(attribute, '').replaceAll(`"${origin}/remotes/`, '"/remotes/');
}

function replaceHostFiles(html: string, newestHostFile: LocalBuilds['newestHostFile']): string {
  return html.replace(hostTag, (tag: string, path: string) => {
    const newest = newestHostFile(path) ?? path;
    return newest === path ? tag : tag.replace(path, newest).replace(/ integrity="[^"]*"/, '');
  });
}

function withoutStalePreloads(html: string, before: ReleaseSet, after: ReleaseSet): string {
  return html.replace(preloadLink, (link, href: string) => {
    const [name = ''] = Object.entries(before.remotes).find(([, remote]) => href in remote.integrity) ?? [];
    return name === '' || href in (after.remotes[name]?.integrity ?? {}) ? link : '';
  });
}

export type LocalSets = ReturnType<typeof createLocalSets>;

/** The signing key exists only in this process. */
export function createLocalSets(builds: LocalBuilds, clock: Clock) {
  const keys = parseKeys(signingKeys, Buffer.from(signingKeys.create()), 'The dev server');
  const signer = createSetSigner(() => keys, clock);
  return {
    /** @param running the versions in the requesting page */
    rewrite: (set: ReleaseSet, running?: RunningVersions): ReleaseSet => signer.sign(pinLocal(set, builds, running), set.museumId),
    /** Local pages trust these keys instead of the site's keys. */
    publicKeys: signer.publicKeys,
  };
}

/** Drops the site's grants for remotes with a local build. */
function pinLocal(set: ReleaseSet, builds: LocalBuilds, running: RunningVersions | undefined): UnsignedSet {
  const { museumId, sequence, issuedAt, contract, remotes: ofSite, grants = [] } = set;
  const pinned = Object.fromEntries(builds.releases(running).map((release) => [release.name, pinnedRemote(release)]));
  const left = grants.filter(({ remote }) => !(remote in pinned));
  return {
    museumId,
    sequence: sequence + builds.generation(),
    issuedAt,
    contract,
    remotes: withPlaces({ ...ofSite, ...pinned }),
    ...(left.length > 0 && { grants: left }),
  };
}

/** A page's set does not contain the slots of the site's own screens. */
function withPlaces(remotes: UnsignedSet['remotes']): UnsignedSet['remotes'] {
  const offered = offeredSlots(remotes);
  const placed = (fill: Fill): Fill => {
    const place = offered.get(fill.slot);
    return place ? { ...fill, ms: place.budget.ms, height: place.height } : fill;
  };
  return Object.fromEntries(
    Object.entries(remotes).map(([name, { declaration, ...remote }]) => {
      const { fills } = declaration ?? {};
      return [name, { ...remote, ...(declaration && { declaration: { ...declaration, ...(fills && { fills: fills.map(placed) }) } }) }];
    }),
  );
}
