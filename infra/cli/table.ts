/** Rows under their headings, every column as wide as its widest cell; no line ends in spaces. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(inOneLine));
  const widths = headings.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  return lines
    .map((cells) =>
      widths
        .map((width, at) => (cells[at] ?? '').padEnd(width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A cell comes from the registry: nothing in it may move the cursor or break the line. */
function inOneLine(cell: string): string {
  return cell.replace(/\p{Cc}/gu, '?');
}
