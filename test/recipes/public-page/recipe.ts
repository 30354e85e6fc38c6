import type { Recipe } from "../plant.ts";

/** A page that says since when the service serves: no credential, no script, nothing of any organization. */
export const recipe: Recipe = {
  files: {
    "src/surfaces/uptime/serve-uptime.ts": "serve-uptime.ts.txt",
    "test/security/uptime.test.ts": "uptime.test.ts.txt",
  },
  edits: [
    {
      file: "src/doors.ts",
      find: 'import { serveStatusPages } from "./surfaces/status-page/serve.ts";\n',
      put: 'import { serveStatusPages } from "./surfaces/status-page/serve.ts";\nimport { serveUptime } from "./surfaces/uptime/serve-uptime.ts";\n',
    },
    {
      file: "src/doors.ts",
      find: "  serveDocs(server, { bundle: readScalarBundle });\n",
      put: "  serveDocs(server, { bundle: readScalarBundle });\n  serveUptime(server, new Date());\n",
    },
  ],
  tests: ["test/security/uptime.test.ts"],
};
