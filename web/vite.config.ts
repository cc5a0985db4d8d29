import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a server (`caravane serve`). */
const server = process.env["CARAVANE_SERVER"] ?? "http://127.0.0.1:8000";
const OUT = "../src/caravane/web";

/** Fonts of the first screen are named in the page: style sheets tell of them a round trip too late. */
const FIRST_FONTS = /(young-serif-latin-400|hanken-grotesk-latin-wght)-normal.*\.woff2$/;

function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${file}` },
            injectTo: "head" as const,
          })),
    },
  };
}

/** Writes /sw.js, which keeps every built file: an app that opens without network must have all of its parts. */
function serviceWorker(): Plugin {
  const always = ["/icon.svg", "/icon-turn.svg", "/icon-192.png", "/manifest.webmanifest"];
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = [
        ...always,
        ...Object.keys(bundle)
          .filter((file) => file.startsWith("assets/"))
          .map((file) => `/${file}`),
      ];
      const version = createHash("sha256").update(files.toSorted().join()).digest("hex").slice(0, 12);
      const source = readFileSync(join(import.meta.dirname, "service-worker.js"), "utf8")
        .replace('"__VERSION__"', JSON.stringify(version))
        .replace('"__FILES__"', JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/** Packs what the server sends, once and as small as it gets. */
function pack(): Plugin {
  return {
    name: "pack",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, OUT, "assets");
      for (const file of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const content = readFileSync(join(folder, file));
        writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(
          join(folder, `${file}.br`),
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
        );
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), preloadFonts(), serviceWorker(), pack()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true, // the server reads from it which files a page needs
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
