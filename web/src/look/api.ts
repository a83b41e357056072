import type { RecordCard, Replay } from "../generated/past";
import { call, send } from "../wire/api";

const RECORD_LETTERS = 14; // the id of a record that somebody brought; those of tables are shorter

/** Is where the file of what is looked at can be fetched. */
export function fileOf(id: string): string {
  const name = encodeURIComponent(id);
  return id.length === RECORD_LETTERS ? `/api/records/${name}` : `/api/tables/${name}/record`;
}

export const past = {
  replay: (id: string, seat: number | null) => {
    const name = encodeURIComponent(id);
    const path = id.length === RECORD_LETTERS ? `/api/records/${name}` : `/api/tables/${name}`;
    return call("GET", `${path}/replay${seat === null ? "" : `?seat=${seat}`}`) as Promise<Replay>;
  },
  bring: (file: Blob) =>
    send("/api/records", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: file,
    }) as Promise<RecordCard>,
  records: () => call("GET", "/api/records") as Promise<readonly RecordCard[]>,
  remove: (record: string) => call("DELETE", `/api/records/${encodeURIComponent(record)}`),
};
