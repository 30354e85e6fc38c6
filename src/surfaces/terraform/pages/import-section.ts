/** The section "Import" of a resource's page: the block and the command, by natural key and by id. */
import type { Resource } from "../../../kernel/resource.ts";
import { terraformType } from "../../../kernel/terraform.ts";
import { HclReference, printBlock } from "../../hcl/syntax.ts";
import { importKeyForm } from "../schema.ts";
import { exampleId, exampleImportKey, type Kinds } from "./example-row.ts";
import { terraformCode } from "./page.ts";

export function importSection(resource: Resource, kinds: Kinds): string {
  const address = `${terraformType(resource)}.example`;
  const [id, key] = [exampleId(resource), exampleImportKey(resource, kinds)];
  const block = printBlock(
    "import",
    [],
    [
      { name: "to", value: new HclReference(address) },
      { name: "id", value: key ?? id },
    ],
  );
  const commands = (key === undefined || key === id ? [id] : [key, id]).map(
    (text) => `terraform import ${address} ${quoted(text)}`,
  );
  return [
    "## Import",
    [howNamed(resource), "See [the guide](../guides/importing.md)."].join(" "),
    terraformCode(block),
    `\`\`\`shell\n${commands.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function howNamed(resource: Resource): string {
  const form = importKeyForm(resource);
  if (resource.shape === "setting")
    return `There is exactly one, whose import id is always \`${resource.kind}\`. Creating it is its first save; destroying it restores every default.`;
  return form === undefined
    ? "By its id, which the console, every list and the export show."
    : `By its natural key, written \`${form}\`, or by its id.`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
