import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("[]")));
});

test("the home page shows both games, and offers to play either", () => {
  render(App);
  expect(screen.getByRole("heading", { level: 2, name: "Lucky Box" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2, name: "Lightning Dice" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Play now" })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Roll now" })).toBeTruthy();
});
