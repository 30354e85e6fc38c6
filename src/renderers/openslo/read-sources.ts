/** DataSource objects as data sources. Secrets are not taken. */
import type { Json } from "../../kernel/field.ts";
import { secretWordOf } from "../../kernel/secret-names.ts";
import { connectionFields, sourceTypes } from "./document.ts";
import type { Around } from "./objects.ts";
import { annotation, type Entry, noteLost, type Part, type SourceObject } from "./part.ts";

/** By the names of their objects, without those that are refused. */
export function readSources(around: Around): ReadonlyMap<string, Entry> {
  return new Map(
    around.objects.all("DataSource").flatMap((object) => {
      const entry = sourceEntry(around, object);
      return entry === undefined ? [] : [[object.name, entry] as const];
    }),
  );
}

function sourceEntry({ report }: Around, object: SourceObject): Entry | undefined {
  const { whole, metadata, spec } = object;
  const name = annotation(report, object, "name") ?? object.name;
  const type = typeOf(report, spec.member("type"));
  const body: Record<string, Json> = { name };
  const fields: Record<string, Part> = { name: metadata.member("name"), type: spec.member("type") };
  const details = spec.member("connectionDetails");
  for (const [given, part] of membersOf(details)) {
    const field = connectionFields.find((known) => known === given || known === given.toLowerCase());
    if (field !== undefined) {
      body[field] = part.value as Json;
      fields[field] = part;
    } else if (given === "connector") {
      const connector = report.text(part);
      if (connector !== undefined) body.connector_id = { name: connector };
      fields.connector_id = part;
    } else if (secretWordOf(given) === undefined) {
      report.note(part, "is left out: data sources have no such field here");
    } else {
      report.note(
        part,
        "is not taken: it looks like a secret. Save the data source's token or password by itself",
      );
    }
  }
  noteLost(report, object, ["type", "connectionDetails"]);
  if (body.url === undefined) report.refuse(details, "needs url: the address that queries go to");
  if (type === undefined || body.url === undefined) return undefined;
  return { resource: "data_sources", body: { ...body, type }, from: whole, fields };
}

/** An object, or a list of objects: OpenSLO leaves the form open, and both are written. */
function membersOf(details: Part): [string, Part][] {
  return [...details.members(), ...details.items().flatMap((item) => item.members())];
}

function typeOf(report: Around["report"], part: Part): string | undefined {
  const given = report.text(part);
  if (given === undefined) return undefined;
  const type = given.toLowerCase();
  if (Object.hasOwn(sourceTypes, type)) return type;
  report.note(part, `${JSON.stringify(given)} is not a type of data source here; it becomes custom`);
  return "custom";
}
