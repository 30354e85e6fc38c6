import type { Recipe } from "../plant.ts";

/** Gatus, which checks endpoints by one file. */
export const recipe: Recipe = {
  files: {
    "src/renderers/gatus/index.ts": "gatus-renderer.ts.txt",
    "src/agent/engines/gatus.ts": "gatus-engine.ts.txt",
    "test/renderers/gatus.test.ts": "gatus.test.ts.txt",
  },
  edits: [
    {
      file: "src/resources/connector-types.ts",
      find: "  blackbox_exporter: engine(",
      put: `  gatus: engine(
    {
      title: "Gatus",
      help: "Gatus checks what your checks name. It needs its address; an agent next to it brings its file.",
      link: "https://github.com/TwiN/gatus",
    },
    engineNotes,
  ),
  blackbox_exporter: engine(`,
    },
    {
      file: "src/resources/connector-types.ts",
      find: "  engineMembers,\n  mimirMembers,\n",
      put: "  engineMembers,\n  engineNotes,\n  mimirMembers,\n",
    },
    {
      file: "src/resources/engine-settings.ts",
      find: "const engineNotes = {",
      put: "export const engineNotes = {",
    },
    {
      file: "src/renderers/index.ts",
      find: 'import { prometheus } from "./prometheus/index.ts";\n',
      put: 'import { gatus } from "./gatus/index.ts";\nimport { prometheus } from "./prometheus/index.ts";\n',
    },
    {
      file: "src/renderers/index.ts",
      find: "[blackboxRenderer, prometheus, alertmanager]",
      put: "[blackboxRenderer, prometheus, alertmanager, gatus]",
    },
    {
      file: "src/agent/engines/index.ts",
      find: 'import { createPrometheus } from "./prometheus.ts";\n',
      put: 'import { createGatus } from "./gatus.ts";\nimport { createPrometheus } from "./prometheus.ts";\n',
    },
    {
      file: "src/agent/engines/index.ts",
      find: "  blackbox_exporter: {\n",
      put: `  gatus: {
    reloadUrl: "http://127.0.0.1:8080/-/reload",
    checkers: [],
    checkArguments: (names) => names,
    expects: (name) => name === "gatus.yaml",
    create: createGatus,
  },
  blackbox_exporter: {
`,
    },
  ],
  tests: ["test/renderers/gatus.test.ts"],
};
