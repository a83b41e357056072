import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` serves the client on its own port and asks a `boltbox serve` beside it for everything else.
const server = "http://localhost:8000";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022" },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
});
