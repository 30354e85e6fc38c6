/** OpenSLO v1, by the reader that the plan of `orgconfig import openslo` has. */
import type { Json } from "../../../../kernel/field.ts";
import type { Kind } from "../../../../kernel/kind.ts";
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";
import { type Imported, importOpenSlo } from "../../../../renderers/openslo/import.ts";
import { dataSources } from "../../../../resources/data-sources.ts";
import { slis } from "../../../../resources/slis.ts";
import { slos } from "../../../../resources/slos.ts";
import { teams } from "../../../../resources/teams.ts";
import type { MigrationContext } from "../mapping.ts";
import { migrateParts, objectsIn, type Part } from "../objects.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "../source.ts";

const kinds: Readonly<Record<string, Kind>> = { data_sources: dataSources, slis, slos };
/** Fields that name a row of another kind by its key. */
const references: Readonly<Record<string, Kind>> = {
  data_source_id: dataSources,
  sli_id: slis,
  team_id: teams,
};

export const openslo: MigrationSource = {
  name: "openslo",
  title: "OpenSLO v1",
  files: "objects of OpenSLO v1",
  form: "yaml",
  mostBytes,
  options: ["dataSource"],
  read(files, options) {
    const found = objectsIn(files);
    const { dataSource } = options;
    const imported = importOpenSlo(
      found.map(({ value }) => value),
      dataSource === undefined ? {} : { dataSource },
    );
    const isOpenSlo = ({ apiVersion }: JsonObject) => String(apiVersion ?? "").startsWith("openslo/");
    if (!found.some(({ value }) => isOpenSlo(value)))
      throw new WrongFiles(["the files hold no object of OpenSLO v1"]);
    const own = new Set(imported.entries.map(({ from }) => from.place.document));
    // What is said of an object that makes no row, such as an alert policy, is said at the last of those that do.
    const others = imported.notes.filter(({ document }) => !own.has(document));
    const parts = imported.entries.map((entry, index) => {
      const { document } = entry.from.place;
      const notes = imported.notes.filter((one) => one.document === document);
      return partOf(entry, index === imported.entries.length - 1 ? [...notes, ...others] : notes);
    });
    return migrateParts([...parts, ...refused(imported)], options);
  },
};

function partOf({ resource, body, from }: Imported["entries"][number], notes: Imported["notes"]): Part {
  const definition = kinds[resource];
  if (definition === undefined) throw new Error(`OpenSLO makes no ${resource}`);
  return {
    file: "",
    value: {},
    address: `${from.subject}: ${definition.singular}`,
    label: from.subject,
    map(attributes, add, context) {
      for (const note of notes) attributes.note(note.path, note.message);
      const row: JsonObject = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, referred(name, value, context)]),
      );
      add(definition, row as never);
      return undefined;
    },
  };
}

function referred(name: string, value: Json, context: MigrationContext): Json {
  const definition = references[name];
  return definition !== undefined && isObject(value) ? context.named(definition, value).id : value;
}

function refused({ problems }: Imported): Part[] {
  return problems.map(({ message }) => ({
    file: "",
    value: {},
    address: message.split(":", 1)[0] ?? "object",
    label: "refused",
    map: () => message,
  }));
}
