import type { CreateTypes } from "canvas-confetti";

import { prefersStill } from "../preferences.svelte";

const COLOURS = ["#ff7a66", "#4db1ff", "#33d69f", "#b08cff", "#ff7eb6", "#ffd60a"];

let cannon: CreateTypes | null = null;

/** Throws confetti for a big moment; the library is fetched when the first one comes. */
export async function confetti(size: "small" | "big"): Promise<void> {
  if (prefersStill()) return;
  cannon ??= await build();
  const many = size === "big" ? 130 : 45;
  void cannon({ colors: COLOURS, particleCount: many, spread: 75, startVelocity: 42, origin: { y: 0.75 } });
  if (size === "small") return;
  void cannon({ colors: COLOURS, particleCount: 70, angle: 60, spread: 60, origin: { x: 0, y: 0.8 } });
  void cannon({ colors: COLOURS, particleCount: 70, angle: 120, spread: 60, origin: { x: 1, y: 0.8 } });
}

/** Without a worker: it would be made of a text, which the page's policy refuses. */
async function build(): Promise<CreateTypes> {
  const { create } = await import("canvas-confetti");
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.ariaHidden = "true";
  document.body.append(canvas);
  return create(canvas, { useWorker: false, resize: true });
}
