import type { Day, Solo, Trials } from "../generated/days";
import type { GoalWorth } from "../generated/house";
import type {
  Address,
  DeviceCode,
  GameCard,
  Me,
  MeChange,
  NewTable,
  Problem,
  TableCard,
} from "../generated/messages";
import { say, sayRefusal } from "../texts";

/** Says why the server didn't do what was asked over HTTP. */
export class ApiProblem extends Error {
  readonly problem: Problem | null; // none: the server wasn't reached, or said something else

  constructor(problem: Problem | null) {
    super(problem?.text ?? "no answer");
    this.problem = problem;
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function ask(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...request });
  } catch {
    throw new ApiProblem(null);
  }
  if (response.ok) return response;
  const read: unknown = await response.json().catch(() => null);
  throw new ApiProblem(isProblem(read) ? read : null);
}

/** Asks the server for something over HTTP, and gives what it answers; every error is an ApiProblem. */
export function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return send(path, { method, ...(body === undefined ? {} : json) });
}

/** Sends a request as it is, and reads the answer. */
export async function send(path: string, request: RequestInit): Promise<unknown> {
  const response = await ask(path, request);
  return response.json().catch(() => null);
}

/** Asks the server for a text. */
export async function callText(path: string): Promise<string> {
  return (await ask(path, {})).text();
}

/** Words why nothing came of a request. */
export function sayProblem(error: unknown): string {
  const problem = error instanceof ApiProblem ? error.problem : null;
  return problem === null ? say("app.noServer") : sayRefusal(problem);
}

function isProblem(read: unknown): read is Problem {
  return typeof read === "object" && read !== null && "code" in read && "text" in read;
}

export const api = {
  address: () => call("GET", "/api/address") as Promise<Address>,
  me: () => call("GET", "/api/me") as Promise<Me>,
  change: (change: MeChange) => call("PUT", "/api/me", change) as Promise<Me>,
  games: () => call("GET", "/api/games") as Promise<readonly GameCard[]>,
  goals: () => call("GET", "/api/goals") as Promise<readonly GoalWorth[]>,
  goal: (goal: string) => call("GET", `/api/goals/${encodeURIComponent(goal)}`) as Promise<GoalWorth>,
  tables: () => call("GET", "/api/tables") as Promise<readonly TableCard[]>,
  openTables: () => call("GET", "/api/tables/open") as Promise<readonly TableCard[]>,
  byCode: (code: string) => call("GET", `/api/codes/${encodeURIComponent(code)}`) as Promise<TableCard>,
  newDevice: () => call("POST", "/api/move") as Promise<DeviceCode>,
  becomeMe: (code: string) => call("POST", `/api/move/${encodeURIComponent(code)}`) as Promise<Me>,
  today: () => call("GET", "/api/today") as Promise<Day>,
  day: (day: string) => call("GET", `/api/days/${day}`) as Promise<Day>,
  tryToday: () => call("POST", "/api/today") as Promise<TableCard>,
  practise: () => call("POST", "/api/today/practice") as Promise<TableCard>,
  trials: () => call("GET", "/api/solo/trials") as Promise<readonly Trials[]>,
  solo: () => call("GET", "/api/solo") as Promise<readonly Solo[]>,
  open: (table: NewTable) => call("POST", "/api/tables", table) as Promise<TableCard>,
};
