import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { cutFirstPaint, inlineStyle, type VersionFirstPaints } from '../../http/first-paint-template.ts';
import { unsignedSet } from './samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { registryOf, startTestGateway, type TestGateway } from './test-gateway.ts';

export const hostScript = "document.documentElement.dataset.theme = 'negative'";
export const hostStyle = ':root{--bg:#fff}';
const hostPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title><script>${hostScript}</script><style>${hostStyle}</style><script defer src="/static/js/index.1.js"></script></head><body><div id="first-paint" aria-busy="true"></div><div id="page"></div></body></html>`;
export const neutral = '<div class="waiting"><p>{{museum.name}}</p><p>Moment</p></div>';

export interface FirstPaintGateway {
  gateway: TestGateway;
  upstreams: ScriptedUpstreams;
  /** The names are `de` or `de.several`. */
  publish(name: string, paints: Record<string, string>, style?: string): void;
  setReadable(isReadable: boolean): void;
  close(): Promise<void>;
}

/** Starts a gateway whose host has a place for a first paint, with remotes whose first paints a test writes. */
export async function startFirstPaintGateway(host: Record<string, string> = {}): Promise<FirstPaintGateway> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-paint-'));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  const pages = { 'index.html': hostPage, 'first-paint/de.html': neutral, 'first-paint/en.html': neutral };
  for (const [file, text] of Object.entries({ ...pages, ...host })) await write(`host/${file}`, text);
  const published = new Map<string, VersionFirstPaints>();
  let isReadable = true;
  let set: UnsignedSet = unsignedSet;
  const upstreams = await startScriptedUpstreams();
  const gateway = await startTestGateway({
    upstreamOrigin: upstreams.origin,
    // A busy machine's middleware may take longer than a page waits.
    limits: { pageWaitMs: 60_000 },
    options: {
      hostDir: path.join(folder, 'host'),
      registry: {
        ...registryOf(() => set),
        async firstPaints(name, version) {
          if (!isReadable) throw new Error('The first paints cannot be read.');
          return published.get(`${name} ${version}`);
        },
      },
    },
  });
  return {
    gateway,
    upstreams,
    publish(name, paints, style = '') {
      const version = `1.0.${set.sequence}`;
      const pinned = pinAt(name, version);
      set = { ...set, sequence: set.sequence + 1, remotes: { ...set.remotes, [name]: pinned } };
      const inlined = inlineStyle(style);
      const href = pinned.initial.find((file) => file.endsWith('.css'));
      published.set(`${name} ${version}`, {
        styles: inlined && href ? [{ ...inlined, href }] : [],
        paints: Object.fromEntries(Object.entries(paints).map(([paint, text]) => [paint, cutFirstPaint(text)])),
      });
    },
    setReadable(now) {
      isReadable = now;
    },
    async close() {
      await gateway.close();
      await upstreams.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pinAt(name: string, version: string): PinnedRemote {
  const remote = unsignedSet.remotes[name];
  if (!remote) throw new Error(`There is no ${name}`);
  const moved = (href: string) => href.replace('/1.0.0/', `/${version}/`);
  const integrity = Object.entries(remote.integrity).map(([href, hash]) => [moved(href), hash]);
  return { ...remote, version, entry: moved(remote.entry), initial: remote.initial.map(moved), integrity: Object.fromEntries(integrity) };
}

type Element = DefaultTreeAdapterTypes.Element;

export function elementsIn(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));
}

export const attributeOf = ({ attrs }: Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
export const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string => {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

export function readPage(text: string) {
  const elements = elementsIn(parse(text));
  const [place] = elements.filter((element) => attributeOf(element, 'id') === 'first-paint');
  const styles = elements.filter(({ tagName }) => tagName === 'style');
  return { elements, place, painted: place ? elementsIn(place) : [], styles };
}
