/** The file that says who people of another tool are here. */
import { documentsOf, type SourceFile } from "../../../../kernel/document.ts";
import type { Fault } from "../../../../kernel/fault.ts";
import { formats } from "../../../../kernel/format.ts";
import { WrongFiles } from "../source.ts";

/**
 * Addresses by id, name or address there: a map in YAML or JSON.
 * @throws WrongFiles where it is anything else
 */
export function peopleIn(file: SourceFile): Readonly<Record<string, string>> {
  const faults: Fault[] = [];
  const documents = documentsOf(file, faults);
  if (faults.length > 0) throw WrongFiles.at(faults);
  const found: Record<string, string> = {};
  for (const document of documents) {
    if (document.type !== "object")
      throw new WrongFiles([`${file.name}: must be a map of names or ids to addresses`]);
    for (const [key, { value }] of document.members) {
      const email = value.type === "scalar" ? value.scalar : undefined;
      if (typeof email !== "string" || formats.email.check(email) !== undefined)
        throw new WrongFiles([`${file.name}: ${key}: must be an email address`]);
      found[key] = email;
    }
  }
  return found;
}
