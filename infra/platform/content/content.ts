import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';

export interface KnowledgeDocument {
  /** File name without `.md`; the same in every language. */
  id: string;
  language: Language;
  /** The source's name for visitors: "wall text, north transept". */
  title: string;
  exhibitionId?: string;
  roomId?: string;
  /** Each paragraph answers one likely question without the other paragraphs. */
  paragraphs: string[];
  /** Each paragraph is quoted whole. Absent if the museum has no easy text. */
  easy?: { title: string; paragraphs: string[] };
  /** The museum's text for children, which replaces the paragraphs on a tour with children. */
  kids?: { title: string; paragraphs: string[] };
}

export interface MuseumContent {
  folder: string;
  museum: Museum;
  exhibitions: ExhibitionRecord[];
  profile: ProfileFile;
  knowledge: KnowledgeDocument[];
}

export type Content = { directory: string; museums: MuseumContent[] };
