/** The licences of everything that is in an executable and not ours; they ask to go with it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describePackage, licenceText } from "../licence-text.mjs";
import { nodeLicence } from "./node.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param packages folders of packages, from the repository's root */
export async function thirdPartyLicences(packages: readonly string[]): Promise<string> {
  const node = { name: "Node.js", text: await nodeLicence() };
  return licenceText([node, ...packages.map((folder) => describePackage(join(root, folder)))]);
}
