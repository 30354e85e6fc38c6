import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files with hashed names and no inline script, which the service serves under a strict policy. */
export default defineConfig({
  root: at("."),
  plugins: [react()],
  resolve: { alias: [{ find: /^validator$/, replacement: at("parts/validator.ts") }] },
  build: {
    outDir: at("../dist/console"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is in the bundle and not ours, with the licences. scripts/build.mjs takes it from here.
    license: { fileName: ".vite/licenses.json" },
    target: "es2022",
    // A page's file is called by its folder: `now-….js`.
    rolldownOptions: {
      input: { index: at("index.html"), worker: at("worker/worker.ts") },
      // A text of texts.ts is written where it is shown, so that a part's texts are loaded with the part.
      optimization: { inlineConst: { mode: "all", pass: 1 } },
      output: {
        // A browser finds a newer one under the name of the older one, and it reaches the pages below its own address.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${/\/pages\/([^/]+)\/page\.tsx$/.exec(facadeModuleId ?? "")?.[1] ?? name}-[hash].js`,
      },
    },
    reportCompressedSize: false,
    // In kB before compression; what the first page may weigh is asserted in bundle.browser.test.ts.
    chunkSizeWarningLimit: 1_000,
  },
});
