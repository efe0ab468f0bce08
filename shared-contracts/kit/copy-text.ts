/** Insecure contexts have no clipboard. */
export const canCopyText = () => typeof navigator.clipboard?.writeText === 'function';

/** False if the browser or the visitor refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
