import { expect, test } from "vitest";

import { readCode, readLink } from "./typed";

test("a code is read however it is typed", () => {
  for (const typed of ["KDMRQX", "kdmrqx", " kdm-rqx ", "k d m · r q x", "ｋｄｍｒｑｘ"]) {
    expect(readCode(typed)).toBe("KDMRQX");
  }
  expect(readCode("kdm")).toBe("KDM");
});

test("a pasted link leads where it leads, and anything else is no link", () => {
  expect(readLink("https://play.example/t/abc-1")).toBe("/t/abc-1");
  expect(readLink(" http://192.168.0.7:8000/w/xyz/ ")).toBe("/w/xyz/");
  expect(readLink("KDMRQX")).toBeNull();
});
