import type { Reaction } from "../generated/messages";

/** Lists the reactions in the order in which they are offered. */
export const REACTIONS: readonly Reaction[] = [
  "clap",
  "laugh",
  "wow",
  "ouch",
  "hello",
  "thanks",
  "luck",
  "bolt",
];
