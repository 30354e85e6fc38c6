/** Fills an organization with a lifelike set-up, the same every time, through the doors that everybody uses. */
import { createHmac } from "node:crypto";
import type { Organization } from "../engine/context.ts";
import type { ConfigurationOperations } from "../engine/operation.ts";
import type { Settings } from "../environment.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Service } from "../service.ts";
import { bulkRows } from "./bulk.ts";
import { demoRows } from "./demo.ts";
import { createOperator } from "./operator.ts";
import { people } from "./people.ts";
import { createAct, createWriter, type Tally, type Writer } from "./write.ts";
import { writePast } from "./write-past.ts";

/** Services that are written at once in bulk: enough to keep a server's connections busy. */
const bulkAtOnce = 8;

export interface Seeding {
  readonly service: Pick<Service, "operations" | "server">;
  readonly settings: Pick<Settings, "operatorToken">;
  /** Its id or slug; may be left out where there is only one. */
  readonly organization?: string | undefined;
  /** How many rows there are to be, the demo's own included; fewer than those are not made. */
  readonly rows?: number | undefined;
  /**
   * Called between the demo and the rows in bulk, to have the database count what it holds: without
   * statistics it looks for every natural key in all rows of the kind, which takes ever longer.
   */
  readonly analyze?: () => Promise<void>;
  /** Called as rows are written. @param done how many there are by now @param all how many there are to be */
  readonly onRows?: (done: number, all: number) => void;
}

/**
 * Rows that are there already stay as they are, so a second run changes nothing. An organization that has no rows yet
 * gets a past: its rows are a month old, and people changed them and alerts came and went since.
 */
export async function seedDemo(seeding: Seeding): Promise<Tally> {
  const { service, settings, rows } = seeding;
  const operator = createOperator(service.server, settings.operatorToken);
  const organization = await operator.organization(seeding.organization);
  for (const { email, name, role } of people) {
    const password = unknownPassword(settings.operatorToken, email);
    await operator.addMember(organization.id, { email, name, role, password });
  }
  const isNew = await isEmpty(service.operations, organization);
  const writer = createWriter(service.operations, organization, isNew);
  const all = Math.max(rows ?? 0, demoRows.length);
  const onRows = () => seeding.onRows?.(writer.tally.created + writer.tally.unchanged, all);
  for (const row of demoRows) {
    await writer.write(row);
    onRows();
  }
  if (isNew)
    await writePast(service.operations, organization, writer, await operator.members(organization.id));
  if (rows !== undefined && rows > demoRows.length) {
    await seeding.analyze?.();
    await writeBulk(writer, rows - demoRows.length, onRows);
  }
  return { ...writer.tally };
}

/** Whether the demo would be the first that the organization holds. */
async function isEmpty(operations: ConfigurationOperations, organization: Organization): Promise<boolean> {
  const { data } = await createAct(operations, organization)("list_teams", { body: {} });
  return (data as JsonObject[]).length === 0;
}

/**
 * It is shown to nobody, and only the operator could derive it: so that the same person can be added to a
 * second organization, where the account's own password is asked for.
 */
function unknownPassword(operatorToken: string, email: string): string {
  return createHmac("sha256", operatorToken).update(`seed/${email}`).digest("base64url");
}

async function writeBulk(writer: Writer, count: number, onService: () => void): Promise<void> {
  const services = bulkRows(count);
  const hands = Array.from({ length: bulkAtOnce }, async () => {
    for (const service of services) {
      const own = writer.forBulk();
      for (const row of service) await own.write(row);
      onService();
    }
  });
  await Promise.all(hands);
}
