import { createHash } from 'node:crypto';
import { houseTheme } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import {
  attributeOf,
  type FirstPaintGateway,
  hostScript,
  hostStyle,
  readPage,
  startFirstPaintGateway,
  textOf,
} from '../testing/first-paint-gateway.ts';
import { exhibitionId, exhibitionRecord, museumId, museumRecord, otherMuseumId, unknownId } from '../testing/samples.ts';
import { exhibitionPath, museumPath } from '../testing/scripted-upstreams.ts';
import type { HeardAnswer } from '../testing/test-gateway.ts';

let site: FirstPaintGateway;
beforeEach(async () => {
  site = await startFirstPaintGateway();
});
afterEach(() => site.close());

const open = (address: string, cookie = '') => site.gateway.get(address, { cookie });
const paintOf = ({ text }: HeardAnswer) => /<div id="first-paint" aria-busy="true">(.*)<\/div><div id="page">/s.exec(text)?.[1];
const preloaded = ({ text }: HeardAnswer) => [...text.matchAll(/<link rel="preload" as="\w+" href="([^"]+)"/g)].map(([, href]) => href);
const sourcesOf = ({ headers }: HeardAnswer, directive: string) =>
  new RegExp(`${directive} ([^;]+)`).exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? [];
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const landing = `/?museum=${museumId}`;
const chosen = `museumID=${museumId}; collectionID=${exhibitionId}`;
const answered = (answers: object) => `${chosen}; tailoringAnswers=${encodeURIComponent(JSON.stringify(answers))}`;
const warnings = () => site.gateway.logged.filter((line) => line.includes('a first paint cannot be used'));

const css = '.landing_splash{color:var(--text)}';
const several = '<style>.first-paint-0{--size:2rem}</style><main><h1>{{museum.name}}</h1><img src="{{museum.logo}}" alt=""></main>';

it('a page contains the first paint and styles of its first screen, and the museum’s colours', async () => {
  site.publish('landing', { 'de.several': several, de: '<p>plain</p>' }, css);
  const page = await open(landing);
  expect(paintOf(page)).toBe('<main><h1>Sample &lt;House&gt;</h1></main>');
  const { styles, elements } = readPage(page.text);
  const [own, colours, first, drawn] = styles.map((style) => textOf(style));
  expect([own, first, drawn, styles.length]).toEqual([hostStyle, css, '.first-paint-0{--size:2rem}', 4]);
  for (const mode of ['positive', 'negative'] as const)
    for (const [name, value] of Object.entries(themeTokens(houseTheme, mode))) expect(colours).toContain(`${name}:${value}`);
  expect(styles.map((style) => attributeOf(style, 'data-href'))).toContain('/remotes/landing/1.0.7/static/css/screen.1.css');
  expect(preloaded(page).filter((href) => href?.endsWith('.css'))).toEqual([]);
  expect(elements.filter(({ tagName }) => tagName === 'main')).toHaveLength(1);
});

it('the page’s policy allows the inline styles and scripts of the page by their hashes, and no others', async () => {
  site.publish('landing', { de: several }, css);
  const page = await open(landing);
  const styles = readPage(page.text).styles.map((style) => sourceOf(textOf(style)));
  expect(sourcesOf(page, 'style-src')).toEqual(["'self'", ...styles]);
  expect(sourcesOf(page, 'script-src')).toEqual(["'self'", sourceOf(hostScript)]);
  expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
});

it.each([
  ['the landing of several exhibitions', landing, '', 'landing de.several'],
  ['the landing of one', `/?museum=${otherMuseumId}`, '', 'landing en.single'],
  ['a question', landing, chosen, 'tailoring de.time'],
  ['a visit', landing, answered({ time: ['time.5'], goals: ['goal.learn'] }), 'visit de.modes'],
  ['a chat', '/text-chat', chosen, 'chat de.several'],
])(
  'a page for %s uses the variant for its content, or the first paint of its language without variants',
  async (_, address, cookie, file) => {
    const [screen = '', variant = ''] = file.split(' ');
    const plain = variant.slice(0, 2);
    site.publish(screen, { [plain]: '<p>plain</p>' }, css);
    expect(paintOf(await open(address, cookie))).toBe('<p>plain</p>');
    site.publish(screen, { [plain]: '<p>plain</p>', [variant]: '<p>variant</p>' }, css);
    expect(paintOf(await open(address, cookie))).toBe('<p>variant</p>');
  },
);

it('a first paint is filled with the exhibition, the guide and the position of the question', async () => {
  const bars = [1, 2, 3]
    .map((at) => `<i data-need="{{question.done.${at}}}">d${at}</i><i data-need="{{question.open.${at}}}">o${at}</i>`)
    .join('');
  const template = `<p>{{exhibition.name}} {{guide.name}}</p><p>{{question.number}}/{{question.total}} {{question.percent}}</p>${bars}<b>{{question.back}}</b><em>x{{unknown}}</em>`;
  site.publish('tailoring', { de: template }, css);
  expect(paintOf(await open(landing, chosen))).toBe('<p>The Library Clara</p><p>1/2 50</p><i>d1</i><i>o2</i>');
  const second = await open(landing, answered({ time: ['time.5'] }));
  expect(paintOf(second)).toBe('<p>The Library Clara</p><p>2/2 100</p><i>d1</i><i>d2</i><b></b>');
});

it('a chat’s first paint has the welcome if its record is cached and the text is the same for every visitor', async () => {
  const template = '<div data-need="{{chat.welcome}}"><p>{{chat.welcome}}</p><p>{{questions.1}}</p></div><b>Chat</b>';
  site.publish('chat', { de: template }, css);
  const time = answered({ time: ['time.15'] });
  const paintFor = async (firstMessage: string, cookie = chosen) => {
    const assistant = { ...exhibitionRecord.assistant, firstMessage };
    site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant } });
    site.gateway.clock.turn(3_600_000);
    await open(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
    return paintOf(await open('/text-chat', cookie));
  };
  expect(paintOf(await open('/text-chat', chosen))).toBe('<b>Chat</b>');
  expect(await paintFor('{"en":"Hi.","de":"Guten <Tag>."}')).toMatch(/^<div><p>Guten &lt;Tag&gt;\.<\/p><p>.+<\/p><\/div><b>Chat<\/b>$/);
  expect(await paintFor('Neu.', time)).toContain('<p>Neu.</p>');
  expect(await paintFor('Sie haben {{time}}.')).toContain('<p>Sie haben ');
  expect(await paintFor('Sie haben {{time}}.', time)).toBe('<b>Chat</b>');
});

it('a first paint lists the museum’s exhibitions, each with its picture if it has one', async () => {
  const [first, ...others] = museumRecord.exhibitions;
  site.upstreams.onRecord(museumPath, { ...museumRecord, exhibitions: [{ ...first, coverImageURL: '/media/a.png' }, ...others] });
  const card = (at: number) => `<li>{{exhibitions.${at}.name}}<img src="{{exhibitions.${at}.cover}}" alt=""></li>`;
  const template = `<ul data-need="{{exhibitions.many}}">${[1, 2, 3].map(card).join('')}</ul>`;
  site.publish('landing', { de: template }, css);
  expect(paintOf(await open(landing))).toBe('<ul><li>The Library<img src="/media/a.png" alt=""></li><li>The Attic</li></ul>');
});

it('a compressed page equals the plain page, and changes when the museum’s record changes', async () => {
  site.publish('landing', { de: several }, css);
  const cookie = 'visitorID=0123456789abcdef';
  const compressed = async () => (await site.gateway.get(landing, { cookie, 'accept-encoding': 'br' })).text;
  expect(await compressed()).toBe((await open(landing, cookie)).text);
  site.upstreams.onRecord(museumPath, { ...museumRecord, name: 'Renamed' });
  site.gateway.clock.turn(3_600_000);
  await open(`/api/museums/${museumId}`);
  expect(await compressed()).toContain('<h1>Renamed</h1>');
});

const named = '<div class="waiting"><p>Sample &lt;House&gt;</p><p>Moment</p></div>';

it('a screen without a first paint gets the host’s neutral one in the museum’s colours, and preloads its styles', async () => {
  const page = await open(landing);
  expect([paintOf(page), readPage(page.text).styles.length]).toEqual([named, 2]);
  expect(preloaded(page)).toContain('/remotes/landing/1.0.0/static/css/screen.1.css');
});

it('pages without a known museum get the neutral first paint in the browser’s language, and the operators’ console none', async () => {
  for (const address of [`/?museum=${unknownId}`, '/'])
    expect(paintOf(await open(address))).toBe('<div class="waiting"><p>Moment</p></div>');
  expect(paintOf(await open('/operator'))).toBe('');
});

it.each(['', '<script>1</script>'])('a page with the neutral first paint “%s” has no first paint', async (text) => {
  await site.close();
  site = await startFirstPaintGateway({ 'first-paint/de.html': text });
  expect(paintOf(await open(landing))).toBe('');
});

it('a screen whose first paint cannot be read gets the neutral first paint, and the log gets one line for each version', async () => {
  site.publish('landing', { de: several }, css);
  site.setReadable(false);
  for (let visitor = 0; visitor < 3; visitor++) expect(paintOf(await open(landing))).toBe(named);
  expect(warnings()).toHaveLength(1);
  site.setReadable(true);
  expect(paintOf(await open(landing))).toContain('<main>');
});
