/** How much each organization uses: counted by each node, and added up in the database every few seconds. */
import type { DatabaseTime } from "../../../database/database-time.ts";
import type { AccountOperation } from "../../../engine/operation.ts";
import { integer, list, number, object, text } from "../../../kernel/field.ts";
import { type Traffic, whenever } from "../../identity/index.ts";
import { shared } from "./standing-calls.ts";
import type { OrganizationsStore, Use } from "./store.ts";

/** What a rate is the mean of. */
const minutes = 5;

/** Adds up what this node counted since the last time. @returns nothing; what failed is counted the next time */
export function createUse(
  organizations: Pick<OrganizationsStore, "addUse" | "forgetUse">,
  traffic: Traffic,
  spent: DatabaseTime,
) {
  let unnoted: readonly Use[] = [];
  return async (): Promise<void> => {
    unnoted = added(unnoted, gathered(traffic, spent));
    if (unnoted.length > 0) {
      await organizations.addUse(unnoted);
      unnoted = [];
    }
    await organizations.forgetUse();
  };
}

function gathered(traffic: Traffic, spent: DatabaseTime): readonly Use[] {
  const [requests, times] = [traffic.take(), spent.take()];
  return [...new Set([...requests.keys(), ...times.keys()])].map((organizationId) => ({
    organizationId,
    ...(requests.get(organizationId) ?? { requests: 0, refused: 0 }),
    databaseMs: times.get(organizationId) ?? 0,
  }));
}

function added(before: readonly Use[], more: readonly Use[]): readonly Use[] {
  if (before.length === 0) return more;
  const sums = new Map(before.map((use) => [use.organizationId, use]));
  for (const use of more) {
    const known = sums.get(use.organizationId) ?? { requests: 0, refused: 0, databaseMs: 0 };
    sums.set(use.organizationId, {
      organizationId: use.organizationId,
      requests: known.requests + use.requests,
      refused: known.refused + use.refused,
      databaseMs: known.databaseMs + use.databaseMs,
    });
  }
  return [...sums.values()];
}

const count = (description: string) => integer({ description, min: 0 });

const usedShape = object({
  description: "What one organization has and uses.",
  fields: {
    organization_id: text({ description: "The organization's id." }),
    rows: count("Rows of all kinds."),
    bytes: count("About how much it takes in the database, by its share of the largest tables."),
    members: count("People who are members."),
    page_subscribers: count("Confirmed subscribers of its status page."),
    last_activity_at: whenever(
      "The newest record of its audit log, or use of one of its keys; to the minute.",
    ),
    alerts_last_hour: count("Alerts that were taken in within the last hour."),
    texts_last_month: count(
      "Text messages about pages that the phone gateway took within 30 days, which cost money. Codes and tests are not among them.",
    ),
    calls_last_month: count("Calls, the same."),
    requests_per_second: number({
      description: "Requests of its credentials, the mean of the last minutes.",
    }),
    refused: count("Requests that its quota refused, of the last minutes."),
    database_percent: number({
      description:
        "How much of the time the database worked for it, the mean of the last minutes; above 100 with several connections at once.",
    }),
  },
});

export function usageCall(
  organizations: Pick<OrganizationsStore, "sizes" | "tableSizes" | "use">,
  listCap: number,
): AccountOperation {
  return {
    ...shared,
    name: "list_organization_use",
    title: "List what organizations use",
    description:
      "Lists what each organization has in the database, and what it asked of all nodes in the last minutes, by slug. What nodes counted arrives within some ten seconds.",
    method: "GET",
    path: "/api/v1/operator/use",
    output: {
      value: object({
        description: "All organizations, cut at the cap.",
        fields: {
          minutes: count("How many minutes the means are of."),
          data: list({ description: "By slug.", items: usedShape, max: 100_000 }),
        },
      }),
    },
    async run() {
      const [sizes, tables, used] = await Promise.all([
        organizations.sizes(listCap),
        organizations.tableSizes(),
        organizations.use(minutes),
      ]);
      const usedBy = new Map(used.map((one) => [one.organizationId, one]));
      const bytesOf = sharesOf(sizes, tables);
      return {
        body: {
          minutes,
          data: sizes.map((size) => {
            const { requests, refused, databaseMs } = usedBy.get(size.id) ?? idle;
            return {
              organization_id: size.id,
              rows: size.rows,
              bytes: bytesOf(size),
              members: size.members,
              page_subscribers: size.subscribers,
              last_activity_at: size.lastActivityAt?.toISOString() ?? null,
              alerts_last_hour: size.alertsLastHour,
              texts_last_month: size.texts,
              calls_last_month: size.calls,
              requests_per_second: rounded(requests / (minutes * 60)),
              refused,
              database_percent: rounded((databaseMs / (minutes * 60_000)) * 100),
            };
          }),
        },
      };
    },
  };
}

const idle = { requests: 0, refused: 0, databaseMs: 0 };

interface Size {
  readonly rows: number;
  readonly auditRecords: number;
  readonly alerts: number;
}

/** An organization's share of tables by how many of their rows it has. */
function sharesOf(
  all: readonly Size[],
  { rows, audit, alerts }: { readonly rows: number; readonly audit: number; readonly alerts: number },
): (one: Size) => number {
  const sum = (count: (one: Size) => number) => all.reduce((total, one) => total + count(one), 0);
  const [allRows, allRecords, allAlerts] = [
    sum((one) => one.rows),
    sum((one) => one.auditRecords),
    sum((one) => one.alerts),
  ];
  const share = (bytes: number, own: number, total: number) => (total === 0 ? 0 : (bytes * own) / total);
  return (one) =>
    Math.round(
      share(rows, one.rows, allRows) +
        share(audit, one.auditRecords, allRecords) +
        share(alerts, one.alerts, allAlerts),
    );
}

/** To three digits behind the point. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
