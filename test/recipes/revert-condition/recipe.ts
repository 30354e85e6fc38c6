import type { Recipe } from "../plant.ts";

const proposals = "src/features/changes/proposals";

/** A change is taken back where a heartbeat is missing since. */
export const recipe: Recipe = {
  files: {
    [`${proposals}/heartbeat-signal.ts`]: "heartbeat-signal.ts.txt",
    "test/proposals/heartbeat-signal.test.ts": "heartbeat-signal.test.ts.txt",
  },
  edits: [
    {
      file: `${proposals}/stored.ts`,
      find: "  readonly test_id?: string | undefined;\n",
      put: "  readonly test_id?: string | undefined;\n  readonly heartbeat_id?: string | undefined;\n",
    },
    {
      file: `${proposals}/shapes.ts`,
      find: '  drill: text({ description: "A drill of this route fails.", optional: true, max: 512 }),\n',
      put: `  drill: text({ description: "A drill of this route fails.", optional: true, max: 512 }),
  heartbeat_id: text({ description: "This heartbeat is missing.", optional: true, max: 512 }),
`,
    },
    {
      file: `${proposals}/operations.ts`,
      find: '  if (named.length !== 1) return "names one of burn_rate, critical_alerts, engine, test_id and drill";\n',
      put: `  if (named.length !== 1)
    return "names one of burn_rate, critical_alerts, engine, test_id, drill and heartbeat_id";
`,
    },
    {
      file: `${proposals}/signals.ts`,
      find: "  const { burn_rate, critical_alerts, test_id, drill } = condition;\n",
      put: `  const { burn_rate, critical_alerts, test_id, drill, heartbeat_id: heart } = condition;
  const { id } = call.caller.organization;
  if (heart !== undefined)
    return heartbeatReading(await deps.store.row(id, alertHeartbeats.kind, heart), appliedAt);
`,
    },
    {
      file: `${proposals}/signals.ts`,
      find: 'import type { Condition, Reading } from "./stored.ts";\n',
      put: 'import { heartbeatReading } from "./heartbeat-signal.ts";\nimport type { Condition, Reading } from "./stored.ts";\n',
    },
    {
      file: "console/api/proposal-shapes.ts",
      find: "  readonly drill?: string;\n",
      put: "  readonly drill?: string;\n  readonly heartbeat_id?: string;\n",
    },
    {
      file: "console/parts/proposals/words.ts",
      find: "  drill,\n}: Condition): string {\n",
      put: "  drill,\n  heartbeat_id,\n}: Condition): string {\n",
    },
    {
      file: "console/parts/proposals/words.ts",
      find: '  if (drill !== undefined) return "A drill of the route {of} fails";\n',
      put: `  if (drill !== undefined) return "A drill of the route {of} fails";
  if (heartbeat_id !== undefined) return "The heartbeat {of} is missing";
`,
    },
    {
      file: "console/pages/proposal/watch.tsx",
      find: "function About({ of: { slo_id, service, test_id, drill } }",
      put: "function About({ of: { slo_id, service, test_id, drill, heartbeat_id } }",
    },
    {
      file: "console/pages/proposal/watch.tsx",
      find: "  if (drill !== undefined) return <Named kind={kindNames.route} id={drill} />;\n",
      put: `  if (drill !== undefined) return <Named kind={kindNames.route} id={drill} />;
  if (heartbeat_id !== undefined) return <Named kind={kindNames.heartbeat} id={heartbeat_id} />;
`,
    },
  ],
  tests: ["test/proposals/heartbeat-signal.test.ts"],
};
