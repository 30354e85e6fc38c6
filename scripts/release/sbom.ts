/**
 * Writes what is in the service and in the provider, as CycloneDX, into a folder. The service has to be built:
 *
 *     npm run release:sbom -- FOLDER
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../provider/version.ts";
import { describePackage } from "../licence-text.mjs";
import { bundleProvider } from "../provider-bundle.mjs";
import { nodeVersion } from "./node.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is read of CycloneDX 1.5's JSON; the rest is passed on. */
interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Everything that is installed here, as npm describes it. `npm sbom --omit dev` is of no use: it leaves out what both the
 * service and a tool need. Peers are left aside because packages of tools ask for an older TypeScript.
 */
function installed(): Bom {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--legacy-peer-deps"];
  return JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
}

/** The part of `bom` that `has` keeps, as what is in `component`. @throws when one of `needed` is not there */
function partOf(
  bom: Bom,
  component: Partial<Component>,
  has: (component: Component) => boolean,
  needed: readonly string[],
): Bom {
  const components = bom.components.filter(has);
  const kept = new Set(components.map((one) => one["bom-ref"]));
  const missing = needed.find((ref) => !kept.has(ref));
  if (missing !== undefined) throw new Error(`${missing} is in a bundle, and npm does not know it`);
  const { component: own } = bom.metadata;
  const ref = own["bom-ref"];
  const dependencies = bom.dependencies
    .filter((one) => one.ref !== ref && kept.has(one.ref))
    .map((one) => ({ ref: one.ref, dependsOn: one.dependsOn.filter((other) => kept.has(other)) }));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...own, type: "application", ...component } },
    components,
    dependencies: [{ ref, dependsOn: [...kept] }, ...dependencies],
  };
}

/** The packages that the service needs where it runs, and those that are bundled into its console and its pages. */
function serviceBom(bom: Bom): Bom {
  const bundled: string[] = JSON.parse(readFileSync(join(root, "dist/bundled.json"), "utf8"));
  const isNeeded = ({ properties = [] }: Component) =>
    properties.every(({ name }) => name !== "cdx:npm:package:development");
  const has = (one: Component) => isNeeded(one) || bundled.includes(one["bom-ref"]);
  return partOf(bom, { name: "orgconfig" }, has, bundled);
}

/** The packages in the provider's bundle, and the Node that runs it. */
async function providerBom(bom: Bom): Promise<Bom> {
  const work = mkdtempSync(join(tmpdir(), "release-sbom-"));
  const { packages } = await bundleProvider(join(work, "orgconfig.cjs"));
  rmSync(work, { recursive: true });
  const bundled = packages.map((folder) => {
    const { name, version } = describePackage(join(root, folder));
    return `${name}@${version}`;
  });
  const node: Component = {
    "bom-ref": `node@${nodeVersion}`,
    type: "platform",
    name: "node",
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
  };
  const whole = { ...bom, components: [node, ...bom.components] };
  const named = {
    name: "terraform-provider-orgconfig",
    description: "The Terraform provider of orgconfig",
    purl: `pkg:generic/terraform-provider-orgconfig@${version}`,
  };
  const parts = [node["bom-ref"], ...bundled];
  return partOf(whole, named, (one) => parts.includes(one["bom-ref"]), parts);
}

const [, , folder = "dist"] = process.argv;
const all = installed();
mkdirSync(folder, { recursive: true });
const boms = { "": serviceBom(all), "-provider": await providerBom(all) };
for (const [end, bom] of Object.entries(boms))
  writeFileSync(
    resolve(folder, `orgconfig-${version}${end}.cdx.json`),
    `${JSON.stringify(bom, undefined, 2)}\n`,
  );
