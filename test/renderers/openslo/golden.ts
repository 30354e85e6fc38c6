/** Exports of a made-up shop, kept as files. */
import { openSloObjects } from "../../../src/renderers/openslo/export.ts";
import { yamlOf } from "../../../src/renderers/openslo/yaml.ts";
import { allKinds, openSloRows, shop } from "./organization.ts";

const rows = openSloRows(shop, new Map([["logs (EU)", ["token", "password"]]]));

const textOf = (written: ReadonlySet<string>) => [...openSloObjects(rows, written)].map(yamlOf).join("");

/** By their names below test/golden. */
export const goldenOpenSlo: Readonly<Record<string, () => string>> = {
  "backends/openslo/shop.openslo.yaml": () => textOf(allKinds),
  "backends/openslo/slos-alone.openslo.yaml": () => textOf(new Set(["slos"])),
};
