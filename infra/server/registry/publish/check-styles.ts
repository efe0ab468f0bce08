import type { Atrule, CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { Build } from './build.ts';
import { printable } from './build-files.ts';

/**
 * A screen's style is in the page before the screen is shown and after it was left: what it says of elements that are
 * not its own would change other teams' screens.
 * @throws PublishRefusedError for what a browser would drop, for a selector without a class of the remote's own, which all begin
 * with its name, and for an at-rule that acts on the whole page
 */
export function checkStyles({ release: { name }, served }: Build): void {
  for (const [file, contents] of served) {
    if (!file.endsWith('.css')) continue;
    const text = contents.toString();
    const broken = findBroken(text);
    if (broken !== undefined) {
      throw new PublishRefusedError(
        `"${file}" is no whole style from "${printable(broken)}" on, which browsers would drop; build it from a CSS module with the preset.`,
      );
    }
    const pageRule = findPageRule(text, name);
    if (pageRule !== undefined) {
      throw new PublishRefusedError(
        `"${file}" has in line ${pageRule.line} a rule for the whole page (${printable(pageRule.text)}); ${pageRule.wayOut}.`,
      );
    }
    const foreign = findForeign(text, `${name}-`);
    if (foreign === undefined) continue;
    throw new PublishRefusedError(
      `"${file}" has a rule for elements that are not of ${name} alone (${printable(foreign)}); build it from a CSS module with the preset, or with cssModules.localIdentName "${name}-[local]-[hash:base64:5]", so that it begins with a class of its own.`,
    );
  }
}

/** What else the parser complains of may be newer than it is. */
const brokenOff = /^(?:Selector|Colon) is expected/;
const shownLetters = 40;

/** Where a rule begins without a selector or a declaration has no colon: something before it was not closed, or lost. */
function findBroken(text: string): string | undefined {
  let broken: string | undefined;
  parse(text, {
    parseValue: false,
    onParseError({ message, offset }) {
      if (brokenOff.test(message)) broken ??= text.slice(offset, offset + shownLetters);
    },
  });
  return broken;
}

/** At-rules that say when the rules in them hold, and nothing else. */
const conditions = new Set(['charset', 'media', 'supports', 'container', 'scope', 'starting-style']);
/** At-rules that define a page-wide name: if the name is the remote's own, no other remote uses it. */
const namings = new Set([
  ...['keyframes', 'layer', 'property', 'counter-style', 'position-try', 'font-face', 'font-feature-values', 'font-palette-values'],
  ...['color-profile', 'function', 'page'],
]);

/** The first at-rule that is neither, or whose name is not the remote's own: what is newer than both lists is refused as well. */
function findPageRule(text: string, remote: string): { line: number; text: string; wayOut: string } | undefined {
  let found: ReturnType<typeof findPageRule>;
  walk(parse(text, { parseValue: false, parseAtrulePrelude: false, positions: true }), {
    visit: 'Atrule',
    enter(node) {
      const kind = node.name.toLowerCase().replace(/^-(?:webkit|moz)-/, '');
      // Page margins and font descriptors are within a checked rule.
      const isWithin = /^(?:page|font-feature-values)$/i.test(this.atrule?.name ?? '');
      if (found || isWithin || conditions.has(kind)) return;
      const isNaming = namings.has(kind);
      const isOwn = (name: string) => name.startsWith(`${remote}-`) || name.startsWith(`--${remote}-`);
      if (isNaming && namesOf(node, kind, text).every(isOwn)) return;
      found = {
        line: node.loc?.start.line ?? 1,
        text: text.slice(node.loc?.start.offset, node.loc?.end.offset).slice(0, shownLetters),
        wayOut: isNaming ? `give it a name that begins with ${remote}- or --${remote}-` : 'leave it out',
      };
    },
  });
  return found;
}

/** Names that an at-rule defines; empty for a layer without a name. */
function namesOf({ prelude, block }: Atrule, kind: string, text: string): string[] {
  const names =
    kind === 'font-face'
      ? (block?.children.toArray() ?? []).flatMap((part) =>
          part.type === 'Declaration' && part.property.toLowerCase() === 'font-family' && part.value.type === 'Raw'
            ? [part.value.value]
            : [],
        )
      : text.slice(prelude?.loc?.start.offset ?? 0, prelude?.loc?.end.offset ?? 0).split(',');
  const bare = names.map((name) =>
    name
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/["']/g, '')
      .trim(),
  );
  return kind === 'layer' && bare.join('') === '' ? [] : bare;
}

/**
 * The first selector without such a class, as written; a selector that contains an own element counts as own. Nested rules and steps of an
 * animation need no class of their own.
 */
function findForeign(text: string, prefix: string): string | undefined {
  let foreign: string | undefined;
  walk(parse(text, { parseValue: false, positions: true }), {
    visit: 'Rule',
    enter({ prelude }) {
      if (foreign !== undefined || this.rule || /keyframes$/i.test(this.atrule?.name ?? '')) return;
      const selectors: CssNode[] = prelude.type === 'SelectorList' ? prelude.children.toArray() : [prelude];
      const other = selectors.find((selector) => !hasOwnClass(selector, prefix));
      if (other) foreign = text.slice(other.loc?.start.offset, other.loc?.end.offset);
    },
  });
  return foreign;
}

function hasOwnClass(selector: CssNode, prefix: string): boolean {
  if (selector.type !== 'Selector') return false;
  return selector.children.some((part) => {
    if (part.type === 'ClassSelector') return part.name.startsWith(prefix);
    if (part.type !== 'PseudoClassSelector' || !part.children || !/^(?:is|where|has)$/.test(part.name)) return false;
    const choices = part.children.toArray().flatMap((list) => (list.type === 'SelectorList' ? list.children.toArray() : [list]));
    const isOwn = (choice: CssNode) => hasOwnClass(choice, prefix);
    return part.name === 'has' ? choices.some(isOwn) : choices.every(isOwn);
  });
}
