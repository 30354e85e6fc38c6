// The file that goes with what others made and we bundle, for the service and for the provider.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @returns the texts, each below its package's name; some packages hold no text, and only name their licence
 * @throws where a package does neither
 */
export function licenceText(entries) {
  return entries
    .map(({ name, identifier, text }) => {
      const said = text ?? (identifier && `${identifier}, as its package.json says.`);
      if (!said) throw new Error(`${name} is in a bundle and says nothing of its licence`);
      return `${name}\n\n${said.trimEnd()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** @returns name, version and licence of the package in a folder */
export function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return { name, version, identifier: license, text: file && readFileSync(join(folder, file), "utf8") };
}
