import type { CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFacts } from './build-facts.ts';
import { printable } from './build-files.ts';

/**
 * A screen's style is in the page before the screen is shown and after it was left: what it says of elements that are
 * not its own would change other teams' screens.
 * @throws PublishRefusedError for a selector without a class of the remote's own, which all begin with its name
 */
export function checkStyles({ name, served }: BuildFacts): void {
  for (const [file, contents] of served) {
    if (!file.endsWith('.css')) continue;
    const foreign = findForeign(contents.toString(), `${name}-`);
    if (foreign === undefined) continue;
    throw new PublishRefusedError(
      `"${file}" has a rule for elements that are not of ${name} alone (${printable(foreign)}); build it from a CSS module with the preset, so that it begins with a class of its own.`,
    );
  }
}

/** The first selector without such a class, as it stands in the style. What it is nested in, or a step of an animation, has none of its own. */
function findForeign(text: string, prefix: string): string | undefined {
  let foreign: string | undefined;
  walk(parse(text, { parseValue: false, positions: true }), {
    visit: 'Rule',
    enter({ prelude }) {
      if (foreign !== undefined || this.rule || this.atrule?.name.endsWith('keyframes')) return;
      const selectors: CssNode[] = prelude.type === 'SelectorList' ? prelude.children.toArray() : [prelude];
      const other = selectors.find((selector) => !hasOwnClass(selector, prefix));
      if (other) foreign = text.slice(other.loc?.start.offset, other.loc?.end.offset);
    },
  });
  return foreign;
}

const hasOwnClass = (selector: CssNode, prefix: string): boolean =>
  selector.type === 'Selector' && selector.children.some((part) => part.type === 'ClassSelector' && part.name.startsWith(prefix));
