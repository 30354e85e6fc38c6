/** What other tools' Terraform manages. Each tool is a list of mappings, and the prefix of its types. */

import { type Mapping, migrate } from "../mapping.ts";
import type { SourceResource } from "../resource.ts";
import { type MigrationSource, WrongFiles } from "../source.ts";
import { grafanaMappings } from "./grafana.ts";
import { grafanaOncallMappings } from "./grafana-oncall.ts";
import { opsgenieMappings } from "./opsgenie.ts";
import { pagerdutyMappings } from "./pagerduty.ts";
import { resourcesIn } from "./show.ts";

interface Tool {
  readonly title: string;
  /** A type that begins so and has no mapping is reported as not mapped. */
  readonly prefix: string;
  readonly mappings: readonly Mapping[];
}

/** In the order in which their mappings run. */
export const terraformTools: readonly Tool[] = [
  { title: "Grafana", prefix: "grafana_", mappings: [...grafanaMappings, ...grafanaOncallMappings] },
  { title: "PagerDuty", prefix: "pagerduty_", mappings: pagerdutyMappings },
  { title: "Opsgenie", prefix: "opsgenie_", mappings: opsgenieMappings },
];

const titles = terraformTools.map(({ title }) => title);

export const terraform: MigrationSource = {
  name: "terraform",
  title: `Terraform of ${titles.join(", ")}`,
  files: "what `terraform show -json` printed",
  form: "hcl",
  proves: true,
  // What Terraform prints of thousands of resources is large.
  mostBytes: 64_000_000,
  options: ["service", "dataSource", "members", "people"],
  read(files, options) {
    const resources = files.flatMap((file) =>
      resourcesIn(file).map((resource) => (files.length === 1 ? resource : inFile(file.name, resource))),
    );
    const migration = mapTerraform(resources, options);
    if (migration.entries.length === 0)
      throw new WrongFiles([`the files hold no resource of ${titles.join(" or ")}`]);
    return migration;
  },
};

/** Maps resources of all tools together. */
export function mapTerraform(resources: readonly SourceResource[], options: Parameters<typeof migrate>[3]) {
  return migrate(
    resources,
    terraformTools.flatMap(({ mappings }) => mappings),
    terraformTools.map(({ prefix }) => prefix),
    options,
  );
}

function inFile(file: string, resource: SourceResource): SourceResource {
  return { ...resource, address: `${file}: ${resource.address}` };
}
