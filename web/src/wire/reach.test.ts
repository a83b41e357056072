import { beforeEach, expect, test, vi } from "vitest";

import type { reach as Reach } from "./reach.svelte";

let answer: unknown;
const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer))));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
  return () => {
    vi.unstubAllGlobals();
  };
});

async function at(origin: string): Promise<typeof Reach> {
  vi.resetModules();
  vi.stubGlobal("location", new URL(origin));
  const { reach } = await import("./reach.svelte");
  reach.find();
  reach.find();
  await vi.waitFor(() => new Promise((done) => setTimeout(done)));
  return reach;
}

test.each(["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])(
  "links from %s lead where others find the server",
  async (here) => {
    answer = { address: "http://192.0.2.5:8000" };
    const reach = await at(here);
    expect([reach.origin, reach.onlyHere]).toEqual(["http://192.0.2.5:8000", false]);
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);

test("a server that no other computer reaches is named as it is, and says so", async () => {
  answer = { address: null };
  const reach = await at("http://localhost:8000");
  expect([reach.origin, reach.onlyHere]).toEqual(["http://localhost:8000", true]);
});

test("elsewhere nothing is asked", async () => {
  const reach = await at("https://play.example.org");
  expect([reach.origin, reach.onlyHere]).toEqual(["https://play.example.org", false]);
  expect(fetched).not.toHaveBeenCalled();
});
