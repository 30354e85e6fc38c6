/** The licences of everything that is in an executable and not ours; they ask to go with it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeLicence } from "./node.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param packages folders of packages, from the repository's root */
export async function thirdPartyLicences(packages: readonly string[]): Promise<string> {
  const parts = [`Node.js\n\n${await nodeLicence()}`];
  for (const folder of packages) {
    const { name } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is in the provider and has no licence file`);
    parts.push(`${name}\n\n${readFileSync(join(root, folder, file), "utf8")}`);
  }
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}
