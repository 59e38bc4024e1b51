/** A game's states. The numbers are part of the protocol (PROTOCOL 6); 5 is reserved. */
export const GAME_STATES = {
  CREATED: 0,
  P1_DEPOSITED: 1,
  ALL_DEPOSITED: 2,
  ALL_JOINED: 3,
  /** Passed through inside a reveal, never stored. */
  READY_TO_FIGHT: 4,
  P1_WIN: 6,
  P2_WIN: 7,
  P1_CANCELED: 8,
  P1_WIN_INACTIVE: 9,
  P2_WIN_INACTIVE: 10,
} as const;

export type GameState = (typeof GAME_STATES)[keyof typeof GAME_STATES];
