import type { Atrule, CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import type { Build } from './build.ts';
import { printable } from './build-files.ts';

/**
 * A style stays in the page while other teams' screens are shown, so the style may affect only the screen's own elements. Yields the first
 * broken rule, selector without a class whose name begins with the remote's name, or at-rule that affects the whole page.
 */
export function* styleProblems({ release: { name }, served }: Build): Generator<string> {
  for (const [file, contents] of served) {
    if (!file.endsWith('.css')) continue;
    const text = contents.toString();
    const broken = findBroken(text);
    if (broken !== undefined)
      return yield `"${file}" is not valid from "${printable(broken)}" on, and browsers would ignore the rule; build from a CSS module with the preset.`;
    const pageRule = findPageRule(text, name);
    if (pageRule)
      return yield `"${file}" has in line ${pageRule.line} a rule for the whole page (${printable(pageRule.text)}); ${pageRule.wayOut}.`;
    const foreign = findForeign(text, `${name}-`);
    if (foreign !== undefined)
      return yield `"${file}" has a rule for elements that are not of ${name} alone (${printable(foreign)}); build from a CSS module with the preset, or with cssModules.localIdentName "${name}-[local]-[hash:base64:5]", so that each selector has a class of ${name}.`;
  }
}

/** Messages for a broken rule. Other messages may come from syntax that is newer than the parser. */
const brokenOff = /^(?:Selector|Colon) is expected/;
const shownLetters = 40;

/** A missing selector or colon means that an earlier rule is not closed. */
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

/** At-rules that only state a condition for the rules in them. */
const conditions = new Set(['charset', 'media', 'supports', 'container', 'scope', 'starting-style']);
/** At-rules that define a page-wide name. A name with the remote's prefix cannot collide with another remote. */
const namings = new Set([
  ...['keyframes', 'layer', 'property', 'counter-style', 'position-try', 'font-face', 'font-feature-values', 'font-palette-values'],
  ...['color-profile', 'function', 'page'],
]);

/** The first at-rule that is in neither list, such as a newer at-rule, or whose name lacks the remote's prefix. */
function findPageRule(text: string, remote: string): { line: number; text: string; wayOut: string } | undefined {
  let found: ReturnType<typeof findPageRule>;
  walk(parse(text, { parseValue: false, parseAtrulePrelude: false, positions: true }), {
    visit: 'Atrule',
    enter(node) {
      const kind = node.name.toLowerCase().replace(/^-(?:webkit|moz)-/, '');
      // Page margins and font descriptors are inside a checked rule.
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

/** Empty for a layer without a name. */
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

/** A selector of an element that contains a class of the remote passes. Nested rules and animation steps need no class. */
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
