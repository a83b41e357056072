import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// `npm run dev` serves the client on its own port and asks a `boltbox serve` beside it for everything else.
const server = "http://localhost:8000";

// What browsers keep, so that the page opens without a network. A newer one waits for a person's word (prompt).
const shell = VitePWA({
  registerType: "prompt",
  injectRegister: null,
  workbox: {
    globPatterns: ["**/*.{css,html,js,svg,woff2}"],
    navigateFallback: "index.html",
    navigateFallbackDenylist: [/^\/(api|ws|metrics)(\/|$)/],
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
  manifest: {
    id: "/",
    name: "Boltbox",
    short_name: "Boltbox",
    description: "An open game table for Lucky Box and Lightning Dice.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#0d1233",
    theme_color: "#0d1233",
    categories: ["games"],
    icons: [
      { src: "/icons/192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  },
});

export default defineConfig({
  plugins: [svelte(), shell],
  build: { target: "es2022" },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
});
