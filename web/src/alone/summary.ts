import type { GameTold } from "../generated/luckybox";
import { listing } from "../texts";
import { sayAlone } from "./alone";

/** Is the most that an own answer to a draw came to. */
export type Answer = "pass" | "cross" | "bolt" | "chain" | "box";

/** Each differs by its shape, so that colours needn't be seen; none tells a number. */
export const SQUARES: Readonly<Record<Answer, string>> = {
  pass: "⬜",
  cross: "🟦",
  bolt: "⚡",
  chain: "🔗",
  box: "📦",
};

/** Are the answers from the least to the most. */
export const ORDER: readonly Answer[] = ["pass", "cross", "bolt", "chain", "box"];

/** Reads out of all that was told of a game alone what each draw came to, round by round. */
export function answersOf(told: readonly GameTold[]): readonly (readonly Answer[])[] {
  const rounds: Answer[][] = [];
  let steps: Answer[] = []; // since the number came; what is taken back is cut off
  const close = (): void => {
    const round = rounds.at(-1);
    if (round !== undefined && steps.length > 0) round.push(highest(steps));
    steps = [];
  };
  for (const one of told) {
    switch (one.t) {
      case "roundBegan":
        close();
        rounds.push([]);
        break;
      case "numberDrawn":
        close();
        break;
      case "passed":
      case "bonusDeclined":
        steps.push("pass");
        break;
      case "crossed":
        steps.push(one.way === "bonus" ? "chain" : one.way === "lightning" ? "bolt" : "cross");
        break;
      case "boxFinished":
        steps[steps.length - 1] = "box";
        break;
      case "takenBack":
        steps.length = one.to;
        break;
      case "gameEnded":
        close();
        break;
      default:
        break;
    }
  }
  close();
  return rounds;
}

function highest(steps: readonly Answer[]): Answer {
  return steps.reduce((most, one) => (ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most));
}

/** Draws answers as rows of squares. */
export function squaresOf(rounds: readonly (readonly Answer[])[]): string {
  return rounds.map((round) => round.map((answer) => SQUARES[answer]).join("")).join("\n");
}

/** Says answers to who hears them. */
export function sayAnswers(rounds: readonly (readonly Answer[])[]): string {
  const all = rounds.flat();
  const counted = ORDER.map((answer) => ({ answer, count: all.filter((one) => one === answer).length }));
  const words = counted
    .filter(({ count }) => count > 0)
    .map(({ answer, count }) => sayAlone(`answer.${answer}`, { count }));
  return sayAlone("summary.said", { answers: listing(words) });
}
