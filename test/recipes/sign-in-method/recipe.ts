import type { Recipe } from "../plant.ts";

/** Signing in by what a proxy in front of the service asserts, signed with a key that both have. */
export const recipe: Recipe = {
  files: {
    "src/features/identity/accounts/assertion.ts": "assertion.ts.txt",
    "src/features/identity/accounts/assertion-calls.ts": "assertion-calls.ts.txt",
    "test/identity/assertion.test.ts": "assertion.test.ts.txt",
  },
  edits: [
    {
      file: "src/environment.ts",
      find: "  readonly smtpUrl: string | undefined;\n",
      put: "  /** The key of the proxy that asserts who signs in; undefined where none does. */\n  readonly assertionKey: string | undefined;\n  readonly smtpUrl: string | undefined;\n",
    },
    {
      file: "src/environment.ts",
      find: "    engineDirectory: () => engineDirectory(env),\n",
      put: '    engineDirectory: () => engineDirectory(env),\n    assertionKey: () => text(env, "ORGCONFIG_ASSERTION_KEY"),\n',
    },
    {
      file: "src/features/identity/accounts/deps.ts",
      find: "  readonly devices: Devices;\n",
      put: "  readonly devices: Devices;\n  /** Undefined where nobody signs in by an assertion. */\n  readonly assertionKey: string | undefined;\n",
    },
    {
      file: "src/features/identity/accounts/calls.ts",
      find: 'import { accountCalls } from "./account.ts";\n',
      put: 'import { accountCalls } from "./account.ts";\nimport { assertionCalls } from "./assertion-calls.ts";\n',
    },
    {
      file: "src/features/identity/accounts/calls.ts",
      find: "    ...sessionCalls(deps),\n",
      put: "    ...sessionCalls(deps),\n    ...assertionCalls(deps),\n",
    },
    {
      file: "src/features/ground.ts",
      find: "  readonly adminEmail: string | undefined;\n",
      put: "  readonly adminEmail: string | undefined;\n  readonly assertionKey: string | undefined;\n",
    },
    {
      file: "src/features/identity/accounts/index.ts",
      find: "    devices,\n    answeredFirst,\n",
      put: "    devices,\n    assertionKey: settings.assertionKey,\n    answeredFirst,\n",
    },
  ],
  tests: ["test/identity/assertion.test.ts"],
};
