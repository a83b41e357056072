/** Names a sheet over a table's page. */
export type TableSheet = "invite" | "rules" | "arrange" | "device" | "leave" | "talk";
