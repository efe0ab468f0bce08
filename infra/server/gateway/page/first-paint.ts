import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { hasFindings } from '@enfilade/shared-contracts/museum/findings';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { coverUrl, sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { exhibitionName, pickFeedbackUrl, pickQuickQuestions } from '@enfilade/shared-contracts/museum/profile-texts';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { listedAtMost } from '@enfilade/shared-contracts/remote/first-paint';
import { questionPosition } from '@enfilade/shared-contracts/visit/answer-rules';
import type { Question } from '@enfilade/shared-contracts/visit/question';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type CutFirstPaint,
  cutFirstPaint,
  FirstPaintError,
  fillFirstPaint,
  firstPaintFolder,
  type InlineStyle,
  inlineStyle,
  type VersionFirstPaints,
} from '../../http/first-paint-template.ts';

export interface FirstPaint {
  /** In the order in which the styles apply. `href`: the file that contains the style, which the page need not load. */
  styles: readonly (InlineStyle & { href?: string })[];
  markup: string;
}

export interface FirstPaintOptions {
  hostDir: string;
  registry: {
    /** @throws if the store cannot be read now */
    firstPaints(name: string, version: string): Promise<VersionFirstPaints | undefined>;
  };
  log: FastifyBaseLogger;
}

/** Each version takes 50 to 300 kB. */
const mostVersions = 100;

/** Fills the remote's first paint, otherwise the host's neutral first paint. */
export async function loadFirstPaints({ hostDir, registry, log }: FirstPaintOptions) {
  const neutral = await readNeutral(hostDir, log);
  const versions = new LRUCache<string, Promise<VersionFirstPaints | undefined>>({ max: mostVersions });
  const reported = new LRUCache<string, boolean>({ max: mostVersions });

  async function findVersion({ first, remote }: FirstPaintContent): Promise<VersionFirstPaints | 'lost' | undefined> {
    if (!first || !remote) return undefined;
    const key = `${first.name} ${remote.version}`;
    const loading = versions.get(key) ?? registry.firstPaints(first.name, remote.version);
    versions.set(key, loading);
    return loading.catch((error: Error) => {
      versions.delete(key);
      if (!reported.has(key)) log.warn({ version: key, reason: error.message }, unusable);
      reported.set(key, true);
      return 'lost' as const;
    });
  }

  /** `isFinal` is false for the replacement of a template that cannot be read now. */
  return async (content: FirstPaintContent): Promise<{ firstPaint: FirstPaint | undefined; isFinal: boolean }> => {
    const found = await findVersion(content);
    const { styles = [], paints = {} } = found === 'lost' ? {} : (found ?? {});
    const names = [...variantsOf(content).map((variant) => `${content.language}.${variant}`), content.language];
    const paint = names.map((name) => paints[name]).find(Boolean);
    const shown = paint ?? neutral.get(content.language);
    if (!shown) return { firstPaint: undefined, isFinal: found !== 'lost' };
    const all = [content.museum && coloursOf(content.museum), ...(paint ? styles : []), inlineStyle(shown.style)];
    const firstPaint = {
      styles: all.flatMap((style) => (style?.text ? [style] : [])),
      markup: fillFirstPaint(shown, slotsOf(content)),
    };
    return { firstPaint, isFinal: found !== 'lost' };
  };
}

/** `html:root` is more specific than `:root` in the host's own style, so these colours win. */
function coloursOf({ theme }: Museum): InlineStyle | undefined {
  const rule = (mode: ThemeMode, contrast?: 'more') =>
    Object.entries(themeTokens(theme, mode, contrast))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  const standard = `html:root{${rule('positive')}}html[data-theme=negative]{${rule('negative')}}`;
  const more = `html[data-contrast=more]{${rule('positive', 'more')}}html[data-theme=negative][data-contrast=more]{${rule('negative', 'more')}}`;
  return inlineStyle(standard + more);
}

async function readNeutral(hostDir: string, log: FastifyBaseLogger): Promise<ReadonlyMap<Language, CutFirstPaint>> {
  const templates = new Map<Language, CutFirstPaint>();
  for (const language of languages) {
    const file = path.join(hostDir, firstPaintFolder, `${language}.html`);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    try {
      templates.set(language, cutFirstPaint(text));
    } catch (error) {
      if (!(error instanceof FirstPaintError)) throw error;
      log.warn({ file, reason: error.message }, unusable);
    }
  }
  return templates;
}

const unusable = 'a first paint cannot be used';

export interface FirstScreen extends Partial<Pick<Declaration, 'conversation' | 'provides'>> {
  name: string;
  exhibitionId?: EntityId | undefined;
  /** Only the offered voices depend on the visitor. */
  questions: readonly Question[];
  wantsPremium: boolean;
  question?: QuestionId | undefined;
  /** The guide's first message in a chat, if it is cached and the same for every visitor. */
  welcome?: string | undefined;
}

export interface FirstPaintContent {
  language: Language;
  museum?: Museum | undefined;
  profile?: MuseumProfile | undefined;
  first?: FirstScreen | undefined;
  remote?: PinnedRemote | undefined;
}

/** The most specific first. */
function variantsOf({ first, museum, profile }: FirstPaintContent): readonly string[] {
  if (!first || !museum || !profile) return [];
  const { length } = museum.exhibitions;
  if (first.provides === 'exhibition')
    return [...(length > listedAtMost.several ? ['many'] : []), ['empty', 'single'][length] ?? 'several'];
  const bar = profile.tabBar.kind === 'guide-feedback' ? 'feedback' : profile.tabBar.kind;
  const ofConversation: Record<string, string> = { voice: bar, text: length > 1 ? 'several' : 'single' };
  const variant = first.question ?? ofConversation[first.conversation ?? ''];
  return variant === undefined ? [] : [variant];
}

type Slots = Record<string, string | number | undefined>;

export function slotsOf({ museum, profile, language, first }: FirstPaintContent): ReadonlyMap<string, string> {
  if (!museum || !profile) return new Map();
  const chosen = museum.exhibitions.find(({ _id }) => _id === first?.exhibitionId);
  const shown = first?.provides === 'exhibition' ? museum.exhibitions[0] : chosen;
  const slots: Slots = {
    'museum.id': museum._id,
    'museum.name': museum.name,
    'museum.logo': museum.logoSvgURL,
    'guide.name': localize(profile.guideName, language),
    scene: sceneUrl(museum._id, sceneOf(profile, shown?._id), 'positive'),
    'exhibition.name': chosen && exhibitionName(profile, chosen, language),
    'chat.welcome': first?.welcome && withFrenchSpaces(first.welcome),
    feedback: pickFeedbackUrl(profile, language),
    find: flag(hasFindings(profile)),
    ...exhibitionSlots({ museum, profile, language }),
    ...questionSlots(first),
    ...listed('questions', pickQuickQuestions(profile, chosen?._id, language).open, (question) => ({ '': withFrenchSpaces(question) })),
  };
  return new Map(Object.entries(slots).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

const flag = (isSo: boolean) => (isSo ? '' : undefined);

/** Slots such as `exhibitions.1.name`. */
function listed<T>(list: string, items: readonly T[], slotsOfItem: (item: T) => Slots): Slots {
  const slots: Slots = {};
  for (const [index, item] of items.slice(0, listedAtMost.many).entries())
    for (const [name, value] of Object.entries(slotsOfItem(item))) slots[[list, index + 1, ...(name ? [name] : [])].join('.')] = value;
  return slots;
}

function exhibitionSlots({ museum, profile, language }: { museum: Museum; profile: MuseumProfile; language: Language }): Slots {
  const { exhibitions } = museum;
  const count = exhibitions.length;
  return {
    'exhibitions.count': count,
    'exhibitions.many': flag(count > 1),
    ...listed('exhibitions', exhibitions, (exhibition) => ({
      name: exhibitionName(profile, exhibition, language),
      cover: coverUrl(exhibition, 'positive'),
      total: count,
    })),
  };
}

function questionSlots(first: FirstScreen | undefined): Slots {
  const position = first?.question && questionPosition(first.questions, first.question);
  if (!position) return {};
  const { question, number, total, percent, previous } = position;
  const bars = Array.from({ length: total }, (_, index) => [`question.${index < number ? 'done' : 'open'}.${index + 1}`, 1]);
  return {
    'question.number': number,
    'question.total': total,
    'question.percent': percent,
    'question.back': flag(previous !== undefined),
    ...Object.fromEntries(bars),
    ...listed('options', question.answerOptions, ({ label }) => ({ label })),
    // The remote has the texts of all voices, but does not know which voices the museum offers.
    ...Object.fromEntries(question.answerOptions.flatMap(({ voice }) => (voice ? [[`voices.${voice.uiStringID}`, voice.label]] : []))),
  };
}
