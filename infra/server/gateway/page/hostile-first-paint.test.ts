import { createHash } from 'node:crypto';
import { hostileAddresses } from '@enfilade/shared-contracts/conversation/testing/hostile-addresses';
import { hostilePayloads } from '@enfilade/shared-contracts/conversation/testing/hostile-payloads';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { cutFirstPaint, FirstPaintError, fillFirstPaint } from '../../http/first-paint-template.ts';
import {
  attributeOf,
  type elementsIn,
  type FirstPaintGateway,
  hostScript,
  readPage,
  startFirstPaintGateway,
  textOf,
} from '../testing/first-paint-gateway.ts';
import { exhibitionId, museumId, museumRecord } from '../testing/samples.ts';
import { museumPath } from '../testing/scripted-upstreams.ts';

/** The test repeats what a first paint may contain, and does not import the product's list. */
const allowedElements =
  /^(?:div|span|p|h[123]|main|header|footer|nav|section|article|aside|[uo]l|li|img|svg|g|path|circle|rect|line|ellipse|polyline|polygon|button|a|label|input|textarea|select|option|strong|em|b|i|small|br|figure|figcaption|form|fieldset|legend)$/;
const allowedAttributes =
  /^(?:class|id|role|tabindex|lang|dir|hidden|src|alt|type|placeholder|disabled|name|rows|value|selected|for|href|target|rel|loading|decoding|fetchpriority|enterkeyhint|width|height|viewBox|d|c[xy]|r[xy]?|[xy][12]?|points|transform|fill|stroke|stroke-(?:width|linecap|linejoin)|pathLength|focusable|aria-[a-z]+|data-[a-z-]+)$/;
const hostElements = /^(?:html|head|meta|title|script|style|link|body|div)$/;
const harmlessAddress = /^(?:https:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*|#[\w-]+)$/;

type Element = ReturnType<typeof elementsIn>[number];

function faultsOf({ tagName, attrs }: Element): string[] {
  const odd = attrs.filter(
    ({ name, value }) =>
      !allowedAttributes.test(name) ||
      ((name === 'src' || name === 'href') && !harmlessAddress.test(value)) ||
      /url\s*\(/i.test(['fill', 'stroke', 'style'].includes(name) ? value : ''),
  );
  return [...(allowedElements.test(tagName) ? [] : [`<${tagName}>`]), ...odd.map(({ name, value }) => `<${tagName} ${name}="${value}">`)];
}

function faultsIn(text: string, policy: string): string[] {
  const { elements, painted, styles } = readPage(text);
  const others = elements.filter((element) => !painted.includes(element));
  const scripts = others
    .filter(({ tagName }) => tagName === 'script')
    .map((script) => attributeOf(script, 'src') ?? attributeOf(script, 'id') ?? textOf(script));
  const sources = styles.map((style) => `'sha256-${createHash('sha256').update(textOf(style)).digest('base64')}'`);
  return [
    ...painted.flatMap(faultsOf),
    ...others
      .filter(({ tagName, attrs }) => !hostElements.test(tagName) || attrs.some(({ name }) => name.startsWith('on')))
      .map(({ tagName }) => `host's <${tagName}>`),
    ...(scripts.join() === [hostScript, '/static/js/index.1.js', 'release-set'].join() ? [] : [`scripts ${scripts.join()}`]),
    ...sources.filter((source) => !policy.includes(source)),
    ...styles.filter((style) => /url\(|@import|<\//i.test(textOf(style))).map(() => 'a style that fetches'),
    ...(painted.filter((element) => attributeOf(element, 'id') === 'page').length > 0 ? ['a second page'] : []),
  ];
}

const call = 'window.hostile()';
/** Markup beyond the list: scripts, handlers, addresses, styles, other namespaces, and markup that parsers and writers read differently. */
const markup: readonly string[] = [
  ...[
    'script SCRIPT scr\0ipt script/x svg:script noscript template iframe object embed style title xmp plaintext',
    'noembed noframes math table video audio base meta link marquee dialog details frameset html body x-element',
  ]
    .flatMap((tags) => tags.split(' '))
    .map((tag) => `<${tag}>${call}</${tag}>`),
  ...[
    'onclick ONCLICK onerror on\tload onfocus style srcset srcdoc formaction action ping is slot xlink:href',
    'xml:base autofocus background data-pressed data-href http-equiv nonce integrity popovertarget',
    'contenteditable',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => `<div ${name}="${call}">x</div>`),
  ...hostileAddresses.flatMap((address) => [`<img src="${address}" alt="">`, `<a href="${address}">x</a>`]),
  '<img src="{{museum.name}}" alt="">',
  '<img src="/media/{{museum.name}}" alt="">',
  '<img src="https://evil.invalid/{{museum.id}}.png" alt="">',
  '<a href="{{museum.name}}">x</a>',
  '<a href="javascript:{{museum.name}}">x</a>',
  '<form name="cookie"></form>',
  '<img name="cookie" src="{{scene}}" alt="">',
  '<div id="page"></div>',
  '<div id="release-set">{}</div>',
  '<div id="first-paint"></div>',
  '<p class="{{museum.name}}">x</p>',
  '<p id="{{museum.name}}">x</p>',
  '<input type="{{museum.name}}">',
  '<button type="image">x</button>',
  '<input type="image" src="{{scene}}">',
  '<path fill="url(https://evil.invalid/#a)"></path>',
  '<svg><path fill="url(https://evil.invalid/#a)"></path></svg>',
  '<svg><path stroke="{{museum.name}}"></path></svg>',
  '<svg><use href="#a"></use></svg>',
  '<svg><image href="https://evil.invalid/a.png"></image></svg>',
  '<svg><set attributeName="href" to="javascript:window.hostile()"></set></svg>',
  '<svg><animate attributeName="d" values="1"></animate></svg>',
  '<svg><a href="javascript:window.hostile()"><path d="M0 0"></path></a></svg>',
  '<svg><foreignObject><iframe></iframe></foreignObject></svg>',
  '<svg><desc><img src="x" onerror="window.hostile()"></desc></svg>',
  '<svg><style><img src="x" onerror="window.hostile()"></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=window.hostile()>"></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=window.hostile()>">',
  '<form><div></form><form><svg><path></path></svg></form></div>',
  '<form><form><div></div></form></form>',
  '<a href="#a"><a href="#b">x</a></a>',
  '<p><div>x</div></p>',
  '<button type="button"><button type="button">x</button></button>',
  '<select><div><script>window.hostile()</script></div></select>',
  '<select><img src="{{scene}}" alt=""></select>',
  '<textarea></textarea><script>window.hostile()</script>',
  '<textarea><script>window.hostile()</script></textarea>',
  '<textarea>\n\n<b></textarea>',
  '<!-- <script>window.hostile()</script> -->',
  '<!--><img src=x onerror=window.hostile()>-->',
  '<![CDATA[<script>window.hostile()</script>]]>',
  '<svg><![CDATA[</svg><script>window.hostile()</script>]]></svg>',
  '<?xml version="1.0"?><script>window.hostile()</script>',
  '<!doctype html><script>window.hostile()</script>',
  '</div></div><script>window.hostile()</script><div>',
  '</body></html><script>window.hostile()</script>',
  '<div aria-label="&quot;><script>window.hostile()</script>">x</div>',
  '&lt;script&gt;window.hostile()&lt;/script&gt;',
  '&#60;script&#62;window.hostile()&#60;/script&#62;',
  '<p title="x">x</p>',
  '<div a=1 a=2>x</div>',
  '<div class=x/onclick=window.hostile()>x</div>',
  '<div class="x"onclick="window.hostile()">x</div>',
  '<p>{{{{museum.name}}}}</p>',
  '<p>{{ museum.name }}</p>',
  '<p>{{__proto__}}{{constructor}}</p>',
  '<p aria-label="{{museum.name}}">{{toString}}</p>',
  `${'<div>'.repeat(600)}x`,
  'x'.repeat(40_000),
  '<style>a{}</style><p>x</p>',
];
const css: readonly string[] = [
  'a{background:url(https://evil.invalid/a)}',
  'a{background:u\\72l(https://evil.invalid/a)}',
  'a{background:URL ( "https://evil.invalid/a" )}a{background:url("//evil.invalid")}',
  '@import "https://evil.invalid/a.css";',
  '@\\69mport "https://evil.invalid/a.css";',
  '@import/**/url(//evil.invalid)',
  'a{background:image-set("https://evil.invalid/a" 1x)}',
  'a{background:-webkit-image-set(url(//evil.invalid))}',
  '@font-face{font-family:a;src:url(//evil.invalid)}',
  'a{width:expression(window.hostile())}',
  '</style><script>window.hostile()</script>',
  'a{}</STYLE ><script>window.hostile()</script>',
  'a{content:"<!--"}',
  'a{}\r\nb{}',
  'a{}\0',
].map((text) => `<style>${text}</style><p>{{museum.name}}</p>`);

const places: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `<main><p>{{museum.name}}</p>${payload}</main>`,
  (payload) => `<svg><g>${payload}</g></svg>`,
  (payload) => `<form><select><option>${payload}</option></select></form>`,
  (payload) => `<textarea>${payload}</textarea>`,
  (payload) => `<button type="button"><span>${payload}</span></button>`,
];
const payloads = [...markup, ...hostilePayloads];
const templates = [...payloads.flatMap((payload) => places.map((place) => place(payload))), ...css];

it('hostile templates are refused or lose their hostile parts', () => {
  expect(templates.length).toBeGreaterThan(1_000);
  const values = new Map(Object.entries({ 'museum.name': '"><b onclick=1>', scene: '/a.svg' }));
  let refused = 0;
  for (const template of templates) {
    try {
      const filled = fillFirstPaint(cutFirstPaint(template), values);
      const page = readPage(`<!doctype html><div id="first-paint">${filled}</div>`);
      expect([template, page.painted.flatMap(faultsOf)]).toEqual([template, []]);
      expect(filled).not.toContain('{{');
      expect(page.elements.length - page.painted.length).toBe(4);
    } catch (error) {
      if (!(error instanceof FirstPaintError)) throw error;
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(500);
});

let site: FirstPaintGateway;
beforeAll(async () => {
  site = await startFirstPaintGateway();
});
afterAll(() => site.close());

async function faultsAt(address: string): Promise<string[]> {
  const { text, headers, status } = await site.gateway.get(address, { cookie: 'visitorID=0123456789abcdef' });
  return [...(status === 200 ? [] : [`status ${status}`]), ...faultsIn(text, String(headers['content-security-policy']))];
}

it('a page contains only listed elements and attributes, for any text in a museum’s record', async () => {
  const everything =
    '<main><h1 aria-label="{{museum.name}}">{{museum.name}}</h1><img src="{{museum.logo}}" alt="{{museum.name}}"><img src="{{scene}}" alt=""><p>{{guide.name}}</p><ul><li>{{exhibitions.1.name}}<img src="{{exhibitions.1.cover}}" alt="{{exhibitions.1.name}}"></li></ul><input placeholder="{{exhibitions.1.name}}" value="{{museum.name}}"><textarea>{{museum.name}}</textarea><select><option>{{museum.name}}</option></select></main>';
  site.publish('landing', { de: everything, en: everything }, '.a{color:red}');
  const others = ['\r\nSet-Cookie: a=b', '</style><script>window.hostile()</script>', '\u0000\u2028', '\ud800', 'x'.repeat(100_000)];
  const values = [...hostilePayloads, ...hostileAddresses, ...others];
  expect(values.length).toBeGreaterThan(200);
  for (const value of values) {
    const short = value.slice(0, 200).trim() || 'x';
    const theme = { primaryColor: value, accentColor: value, backgroundColor: value, fontFamily: [value, value], headerSize: value };
    const exhibitions = [{ _id: exhibitionId, name: value, coverImageURL: value }];
    site.upstreams.onRecord(museumPath, { ...museumRecord, name: short, logoSvgURL: value, theme, exhibitions });
    site.gateway.clock.turn(3_600_000);
    await site.gateway.get(`/api/museums/${museumId}`);
    expect([value, await faultsAt(`/?museum=${museumId}`)]).toEqual([value, []]);
  }
});
