/** The label of a row by itself. The console writes it too, so that nothing of Node is imported here. */
import { survivesHcl } from "./syntax.ts";

/**
 * The row's natural key as an identifier: in lower case, letters and digits of every script as they are, everything
 * else an underscore. Several parts are joined by two underscores. An underscore stands before what may not start an
 * identifier, such as a digit. Undefined where nothing of the key is left.
 */
export function plainLabel(key: readonly string[]): string | undefined {
  const label = key
    .map(slug)
    .filter((part) => part !== "")
    .join("__");
  if (label === "" || !survivesHcl(label)) return undefined;
  return /^\p{L}/u.test(label) ? label : `_${label}`;
}

function slug(part: string): string {
  const plain = part.normalize("NFKC").toLowerCase().normalize("NFC");
  return plain.replace(others, "_").replace(/^_|_$/g, "");
}

/**
 * All but letters, their marks and digits. Terraform 1.11 knows the identifiers of an old Unicode and refuses a file
 * with a newer one, so that only blocks count here in which it knows everything that Node does.
 */
const others =
  /(?:[^\p{L}\p{Mn}\p{Mc}\p{Nd}]|[^\0-\u055f\u0590-\u05ea\u0600-\u07ef\u0900-\u09ef\u0a00-\u0aef\u0b60-\u0bff\u0d90-\u0e7f\u0f00-\u16ff\u1e00-\u1fff\u3040-\u30ef\u30fc-\u30fe\u3400-\u4db5\u4e00-\u9fcf\uac00-\ud7a3])+/gu;
