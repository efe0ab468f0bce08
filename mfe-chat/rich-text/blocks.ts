/** What an answer may be made of. Whatever is not in this list is shown as text: nothing else is ever drawn. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: readonly Inline[] }
  | { kind: 'code'; text: string }
  /** `url` is https and of one of the museum's hosts. */
  | { kind: 'link'; url: string; children: readonly Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** Below the speaker's own heading, whatever level it was written with. */
  | { kind: 'heading'; children: readonly Inline[] }
  | { kind: 'list'; start: number | undefined; items: readonly (readonly Block[])[] }
  | { kind: 'quote'; children: readonly Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };
