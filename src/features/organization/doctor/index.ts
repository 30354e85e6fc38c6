/** What an operator asks when something is wrong with the installation itself, answered by a running node. */
import type { Database } from "../../../database/database.ts";
import type { Feature } from "../../../engine/feature.ts";
import type { AccountOperation } from "../../../engine/operation.ts";
import { choice, list, object, text } from "../../../kernel/field.ts";
import type { Ground } from "../../ground.ts";
import { areas, type Check, statuses, worstOf } from "./check.ts";
import { diagnose, type Examined } from "./diagnose.ts";
import { registerDoctorMetrics } from "./metrics.ts";
import { proxyChecks } from "./proxy-checks.ts";
import { DatabaseWatch } from "./watch.ts";

export { blockerChecks, blockersOf } from "./blockers.ts";
export { areas, type Check, checksOf, worstOf } from "./check.ts";
export { notLookedAt, unanswered } from "./database-checks.ts";
export { behindLocks, diagnose } from "./diagnose.ts";

export interface Doctor extends Feature {
  readonly watch: DatabaseWatch;
  /** What it looks at. */
  readonly examined: Examined;
}

type DoctorGround = Pick<Ground, "database" | "vault" | "log"> & {
  readonly settings: Pick<
    Ground["settings"],
    "bounds" | "databaseUrl" | "dataDirectory" | "publicUrl" | "workers"
  >;
};

export function createDoctor(
  { database, vault, log, settings }: DoctorGround,
  storedSecrets: (database: Database) => ReturnType<Examined["storedSecrets"]>,
): Doctor {
  const watch = new DatabaseWatch(database, log);
  const { bounds, databaseUrl, publicUrl, workers } = settings;
  const examined = { database, vault, storedSecrets, workers, bounds, isEmbedded: databaseUrl === undefined };
  const embeddedIn = databaseUrl === undefined ? settings.dataDirectory : undefined;
  return {
    name: "doctor",
    watch,
    examined,
    operations: [diagnosisCall(examined, publicUrl)],
    background: [watch.background],
    metrics: (registry) => registerDoctorMetrics({ database, embeddedIn, watch }, registry),
  };
}

const check = object({
  description: "One thing that was looked at.",
  fields: {
    area: choice({ description: "What it belongs to.", choices: areas }),
    name: text({ description: "What was looked at, in a word or two that stay." }),
    status: choice({
      description: "skipped: it is not set up, or could not be looked at.",
      choices: statuses,
    }),
    message: text({ description: "What was found, and the way out.", max: 10_000 }),
  },
});

function diagnosisCall(examined: Examined, publicUrl: string | undefined): AccountOperation {
  return {
    tag: "operator",
    credential: "operator",
    name: "get_diagnosis",
    title: "Examine the installation",
    description:
      "Looks at the database, the keys, the engines, the queues and how much is kept from this node, and at the headers that this request came with: what is not in order, and the way out. orgconfig doctor asks it.",
    method: "GET",
    path: "/api/v1/operator/diagnosis",
    output: {
      value: object({
        description: "What was found.",
        fields: {
          status: choice({ description: "That of the worst check.", choices: ["ok", "warning", "error"] }),
          data: list({ description: "Each check.", max: 1_000, items: check }),
        },
      }),
    },
    async run({ way, address }) {
      const ofWay = way === undefined ? [] : proxyChecks({ ...way, address, publicUrl });
      const checks: readonly Check[] = [...(await diagnose(examined)), ...ofWay];
      return { body: { status: worstOf(checks), data: checks.map((one) => ({ ...one })) } };
    },
  };
}
