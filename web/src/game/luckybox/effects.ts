import { confetti } from "../../art/confetti";
import type { GameTold, LineCompleted, TokensTaken } from "../../generated/luckybox";
import { prefersStill } from "../../preferences.svelte";
import { sound } from "../../sound/sound";
import type { LuckyTable } from "./view";
import { tileOf } from "./view";

const BIG_CHAIN = 3;

/** Gives what is told its sound and its small show. Nothing waits for any of it. */
export function listenForEffects(table: LuckyTable): () => void {
  let chain = 0; // own bonus crosses since the last answer
  let line: LineCompleted | null = null; // what the next tokens come from
  return table.hearing.listen((told: GameTold) => {
    const mine = "seat" in told && told.seat === table.you;
    switch (told.t) {
      case "numberDrawn":
        chain = 0;
        sound.flip();
        return;
      case "crossed":
        if (!mine) return;
        sound.stroke();
        if (told.way !== "bonus") chain = 0;
        else if (++chain === BIG_CHAIN) void confetti("small");
        return;
      case "lineCompleted":
        line = told;
        if (mine) sound.tick(chain);
        return;
      case "tokensTaken":
        if (mine && line !== null) hop(line, told);
        return;
      case "boxFinished":
        if (!mine) return;
        sound.finish();
        if (told.round === 1) void confetti("small");
        return;
      case "takenBack":
        chain = 0;
        if (mine) sound.back();
        return;
      case "gameEnded": {
        const you = table.you;
        const first = you !== null && told.outcome.places[you - 1] === 1;
        if (first) void confetti("big");
        if (first || you === null) sound.win();
        else sound.finish();
        return;
      }
      default:
        return;
    }
  });
}

/** Lets a token hop from its line to where tokens are counted. */
function hop(line: LineCompleted, taken: TokensTaken): void {
  const token =
    taken.lightning > 0
      ? "lightning"
      : taken.stars > 0
        ? "stars"
        : taken.questions > 0
          ? "questions"
          : "moons";
  const from = rectOf(tileOf(line.box, line.line));
  const to = rectOf(`token-${token}`);
  const picture = document.querySelector(`[data-thing="token-${token}"] svg`);
  sound.token();
  if (from === null || to === null || picture === null || prefersStill()) return;
  const flying = picture.cloneNode(true) as SVGElement;
  const size = 34;
  Object.assign(flying.style, {
    position: "fixed",
    left: `${from.left + from.width / 2 - size / 2}px`,
    top: `${from.top + from.height / 2 - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    zIndex: "25",
    pointerEvents: "none",
  });
  document.body.append(flying);
  const x = to.left + 14 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = flying.animate(
    [
      { transform: "scale(.8)" },
      { transform: `translate(${x * 0.45}px, ${Math.min(y, 0) * 0.6 - 40}px) scale(1.35)`, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scale(.7)` },
    ],
    { duration: 320, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => {
    flying.remove();
  };
}

function rectOf(thing: string): DOMRect | null {
  return document.querySelector(`[data-thing="${thing}"]`)?.getBoundingClientRect() ?? null;
}
