import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadContent } from '@enfilade/platform/content/load-content';
import { createGateway } from '@enfilade/server/gateway/gateway';
import { registryOf } from '@enfilade/server/gateway/testing/test-gateway';
import { createLog } from '@enfilade/server/http/create-log';
import { startLocalPlatform } from '@enfilade/server/main/local-platform';
import { parseSettings } from '@enfilade/server/main/settings';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { systemClock as clock } from '@enfilade/shared-contracts/kit/clock';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote, ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { findRemoteFolders } from '../../remote-folders.mjs';

// The gateway preloads the first screen of an application as it preloads remotes, from a set that names the chunks. The page gets `{}`.

/** Reading aloud and dictation have a chunk of texts of their own. */
const isSpeaking = ({ conversation }: Declaration) => conversation !== undefined;

function describeScreen(
  hostDir: string,
  { name, declaration }: { name: string; declaration: Declaration },
  language: Language,
): PinnedRemote {
  const texts = [`${name}-texts-${language}`, ...(isSpeaking(declaration) ? [`texts-${language}`] : [])];
  const chunk = new RegExp(`^static/(?:js|css)/async/(?:${[name, ...texts].join('|')})\\.[^/]+\\.(?:js|css)$`);
  const files = readdirSync(hostDir, { recursive: true })
    .map(String)
    .filter((file) => chunk.test(file));
  const hashOf = (file: string) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(path.join(hostDir, file)))
      .digest('base64')}`;
  const integrity = Object.fromEntries(files.map((file) => [`/${file}`, hashOf(file)]));
  const entry = Object.keys(integrity).find((file) => file.startsWith(`/static/js/async/${name}.`)) ?? '';
  const initial = Object.keys(integrity).filter((file) => file !== entry);
  return { version: '1.0.0', contract: contractVersion, shared: {}, entry, initial, integrity, declaration };
}

async function main([root = '', hostDir = '']: readonly string[]): Promise<void> {
  const contentDir = path.join(root, 'infra/demo');
  const content = await loadContent(contentDir);
  const log = createLog({ level: 'warn' });
  const platform = await startLocalPlatform({
    settings: parseSettings({}),
    content,
    speechProgram: path.join(root, 'infra/speech/main.mjs'),
    loadPlatform: () => import(/* webpackIgnore: true */ pathToFileURL(path.join(root, 'infra/platform/dist/embedded.mjs')).href),
    clock,
    log,
  });
  const screens = findRemoteFolders(root)
    .filter(({ isForVisitors }) => isForVisitors)
    .map(({ name, declaration }) => ({ name, declaration: declaration as Declaration }));
  const sets = new Map(
    content.museums.map(({ museum: { _id, defaultLanguage } }) => [_id as string, setOf(_id, parseMuseumLanguage(defaultLanguage))]),
  );
  function setOf(museumId: UnsignedSet['museumId'], language: Language): UnsignedSet {
    const remotes = Object.fromEntries(screens.map((screen) => [screen.name, describeScreen(hostDir, screen, language)]));
    return { museumId, sequence: 0, issuedAt: new Date(clock.now()).toISOString(), contract: contractVersion, remotes };
  }
  const gateway = await createGateway({
    registry: registryOf(({ museumId }) => sets.get(museumId) ?? setOf('*', 'en')),
    signer: { publicKeys: [], sign: (set) => ({ ...set, toJSON: () => ({}) }) as unknown as ReleaseSet },
    profiles: content.museums.map(({ profile }) => profile),
    museumIds: content.museums.map(({ museum }) => museum._id),
    upstreams: platform.upstreams,
    readAloud: platform.readAloud,
    ownWords: platform.ownWords,
    voice: { rooms: 'local', hearing: 'browser', slots: 10, voiceDir: path.join(root, 'infra/platform/dist/voice') },
    hostDir,
    contentDir,
    demoContentDir: contentDir,
    clock,
    log,
  });
  await gateway.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) });
  process.on('SIGTERM', () => void gateway.close().then(platform.close));
  process.stdout.write(`http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}/?museum=\n`);
}

await main(process.argv.slice(2));
