import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';

/** What the guide may quote: one source in one language. */
export interface KnowledgeDocument {
  /** File name without `.md`; the same in every language. */
  id: string;
  language: Language;
  /** The source as visitors read it: "wall text, north transept". */
  title: string;
  exhibitionId?: string;
  roomId?: string;
  /** Each paragraph answers one likely question and needs no other paragraph. */
  paragraphs: string[];
  /** The same paragraphs in easy language, if the museum has them: each is quoted whole. */
  easy?: { title: string; paragraphs: string[] };
  /** The museum's separate text for children, which a tour with children tells instead. */
  kids?: { title: string; paragraphs: string[] };
}

export interface MuseumContent {
  /** Name of the folder under `museums/`. */
  folder: string;
  museum: Museum;
  exhibitions: ExhibitionRecord[];
  profile: ProfileFile;
  knowledge: KnowledgeDocument[];
}

export interface Content {
  directory: string;
  museums: MuseumContent[];
}
