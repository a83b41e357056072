/** Names a sheet over a table's page. */
export type TableSheet = "invite" | "arrange" | "device" | "leave" | "talk";
