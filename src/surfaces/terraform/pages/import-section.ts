/** The section "Import" of a resource's page: the block and the command, by natural key and by id. */
import type { Kind } from "../../../kernel/kind.ts";
import { terraformType } from "../../../kernel/terraform.ts";
import { HclReference, printBlock } from "../../hcl/syntax.ts";
import { importKeyForm } from "../schema.ts";
import { exampleId, exampleImportKey, type Kinds } from "./example-row.ts";
import { terraformCode } from "./page.ts";

export function importSection(definition: Kind, kinds: Kinds): string {
  const address = `${terraformType(definition)}.example`;
  const [id, key] = [exampleId(definition), exampleImportKey(definition, kinds)];
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
    [howNamed(definition), "See [the guide](../guides/importing.md)."].join(" "),
    terraformCode(block),
    `\`\`\`shell\n${commands.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function howNamed(definition: Kind): string {
  const form = importKeyForm(definition);
  if (definition.shape === "setting")
    return `There is exactly one, whose import id is always \`${definition.kind}\`. Creating it is its first save; destroying it restores every default.`;
  return form === undefined
    ? "By its id, which the console, every list and the export show."
    : `By its natural key, written \`${form}\`, or by its id.`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
