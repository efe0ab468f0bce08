import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { ladysBedroom } from './ladys-bedroom.ts';
import { library } from './library.ts';
import { museumInterior } from './museum-interior.ts';
import type { Piece } from './piece.ts';
import { staircase } from './staircase.ts';
import { venetianRoom } from './venetian-room.ts';

export const pieces: Record<MusicPiece, Piece> = {
  staircase,
  'venetian-room': venetianRoom,
  'ladys-bedroom': ladysBedroom,
  library,
  'museum-interior': museumInterior,
};
