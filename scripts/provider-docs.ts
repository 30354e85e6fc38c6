/** Writes dist/provider/docs: the provider's pages with the links that the Terraform registry needs. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { registryLinks } from "../src/surfaces/terraform/pages/page.ts";

const from = new URL("../docs/terraform/", import.meta.url);
const to = new URL("../dist/provider/docs/", import.meta.url);

rmSync(to, { recursive: true, force: true });
for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".md")) continue;
  const file = new URL(path, to);
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, registryLinks(path, readFileSync(new URL(path, from), "utf8")));
}
