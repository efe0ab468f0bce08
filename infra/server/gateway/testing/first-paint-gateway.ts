import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { StaticFile } from '../files/send-file.ts';
import { unsignedSet } from './samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';

export const hostScript = "document.documentElement.dataset.theme = 'negative'";
export const hostStyle = ':root{--bg:#fff}';
export const hostPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title><script>${hostScript}</script><style>${hostStyle}</style><script defer src="/static/js/index.1.js"></script></head><body><div id="first-paint" aria-busy="true"></div><div id="page"></div></body></html>`;
export const neutral = '<div class="waiting"><p>{{museum.name}}</p><p>Moment</p></div>';

export interface FirstPaintGateway {
  gateway: TestGateway;
  upstreams: ScriptedUpstreams;
  /** From now on every page has this version of a remote, whatever the registry would have said of it. */
  publish(name: string, files: Record<string, string>): Promise<void>;
  /** Writes over a file of what was published last. */
  tamper(name: string, file: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
export const screenStyle = 'static/css/screen.1.css';

/** A gateway whose host has room for a first paint, and remotes whose files a test writes. */
export async function startFirstPaintGateway(host: Record<string, string> = {}): Promise<FirstPaintGateway> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-paint-'));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  const pages = { 'index.html': hostPage, 'first-paint/de.html': neutral, 'first-paint/en.html': neutral };
  for (const [file, text] of Object.entries({ ...pages, ...host })) await write(`host/${file}`, text);
  const published = new Map<string, StaticFile & { integrity: string }>();
  let set: UnsignedSet = unsignedSet;
  const upstreams = await startScriptedUpstreams();
  const gateway = await startTestGateway({
    upstreamOrigin: upstreams.origin,
    // A busy machine's middleware may take longer than a page waits.
    limits: { pageWaitMs: 60_000 },
    options: {
      hostDir: path.join(folder, 'host'),
      registry: {
        chooseSet: () => set,
        findProblems: async () => [],
        artifact: (name, version, file) => published.get([name, version, file].join('/')),
      },
    },
  });
  const locationOf = (name: string, file: string) => `artifacts/${name}/${set.remotes[name]?.version}/${file}`;
  return {
    gateway,
    upstreams,
    async publish(name, files) {
      const version = `1.0.${set.sequence}`;
      const pinned = pinAt(name, version, files);
      set = { ...set, sequence: set.sequence + 1, remotes: { ...set.remotes, [name]: pinned } };
      for (const [file, text] of Object.entries(files)) {
        await write(locationOf(name, file), text);
        const where = path.join(folder, locationOf(name, file));
        published.set([name, version, file].join('/'), { path: where, contentType: 'text/plain', integrity: hashOf(text) });
      }
    },
    tamper: (name, file, text) => write(locationOf(name, file), text),
    async close() {
      await gateway.close();
      await upstreams.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pinAt(name: string, version: string, files: Record<string, string>): PinnedRemote {
  const remote = unsignedSet.remotes[name];
  if (!remote) throw new Error(`There is no ${name}`);
  const moved = (href: string) => href.replace('/1.0.0/', `/${version}/`);
  const integrity = Object.entries(remote.integrity).map(([href, hash]) => {
    const text = files[href.split('/1.0.0/')[1] ?? ''];
    return [moved(href), text === undefined ? hash : hashOf(text)];
  });
  return { ...remote, version, entry: moved(remote.entry), initial: remote.initial.map(moved), integrity: Object.fromEntries(integrity) };
}

type Element = DefaultTreeAdapterTypes.Element;

/** Every element below a node, as a browser would make them of the text. */
export function elementsIn(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));
}

export const attributeOf = ({ attrs }: Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
export const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string => {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

/** A page as a browser reads it. */
export function readPage(text: string) {
  const elements = elementsIn(parse(text));
  const [place] = elements.filter((element) => attributeOf(element, 'id') === 'first-paint');
  const styles = elements.filter(({ tagName }) => tagName === 'style');
  return { elements, place, painted: place ? elementsIn(place) : [], styles };
}
