/** Taking over a row that is there, by its id or by its natural key. */
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName, terraformType } from "../src/kernel/terraform.ts";
import { formatImportKey, parseImportKey } from "../src/surfaces/terraform/import-key.ts";
import { importKeyForm } from "../src/surfaces/terraform/schema.ts";
import type { Row } from "./batch.ts";
import { couldBeId, rowOfKey } from "./named-rows.ts";
import { titled } from "./organization.ts";
import { refreshed } from "./refresh.ts";
import { error } from "./refusals.ts";
import type { Session } from "./session.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { ReadResult } from "./wire/provider.ts";

/** The row that an import id stands for; an id wins over a key that reads like it. @throws DiagnosticsError */
export async function importRow(
  session: Session,
  definition: Kind,
  text: string,
  signal: AbortSignal,
): Promise<ReadResult> {
  const byId = couldBeId(definition, text) ? await session.rows.read(definition, text, signal) : undefined;
  return refreshed(definition, byId ?? (await rowOfText(session, definition, text, signal)), null);
}

async function rowOfText(
  { rows, organization }: Session,
  definition: Kind,
  text: string,
  signal: AbortSignal,
): Promise<Row> {
  // Terraform brings what stands in a file to this form by itself, and what is typed behind `import` not.
  const key = parseImportKey(text.normalize("NFC"), definition.naturalKey.length);
  const refuse = (summary: string, detail: string) =>
    new DiagnosticsError([error(summary, `${detail}\n\n${formsOf(definition)}`)]);
  const nothing = `There is no ${terraformType(definition)} "${text}" to import`;
  const whose = `The API key belongs to ${titled(organization)}, which has no row with this id`;
  if (key === undefined) throw refuse(nothing, `${whose}, and it is no natural key either.`);
  const found = await rowOfKey(rows, definition, key, signal);
  if ("row" in found) return found.row;
  if ("several" in found)
    throw refuse(`"${text}" stands for several rows of ${definition.kind}`, found.several);
  const hint = found.near === undefined ? "" : ` Did you mean "${formatImportKey(found.near)}"?`;
  throw refuse(nothing, `${whose} or natural key.${hint}`);
}

/** How an import id is written, with the kind's own names. */
function formsOf(definition: Kind): string {
  const { naturalKey, fields, idPrefix, derivedId } = definition;
  const form = importKeyForm(definition);
  const id = derivedId === undefined ? `its id (${idPrefix}_…)` : "its id";
  if (form === undefined) return `A row of ${definition.kind} is imported by ${id}.`;
  const escapes =
    naturalKey.length === 1
      ? "a percent sign in it is written %25"
      : "a slash within a part is written %2F, a percent sign %25";
  const nullable = naturalKey.filter((name) => {
    const field = fields[name];
    return field !== undefined && "nullable" in field && field.nullable === true;
  });
  const without =
    nullable.length === 0
      ? ""
      : ` A row without ${nullable.map(argumentName).join(" or ")} is imported by its id.`;
  return `A row of ${definition.kind} is imported by ${id}, or by its natural key, written ${form}; ${escapes}.${without}`;
}
