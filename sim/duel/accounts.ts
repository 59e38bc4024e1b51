/** An account, in whatever spelling the caller uses for all of them; only equality counts. */
export type Address = string;

export const NOBODY: Address = "0x0000000000000000000000000000000000000000";
