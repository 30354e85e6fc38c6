/** Writes the whole set-up as one file, as the service gives it out: for Terraform, as a bundle, or as OpenSLO. */
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { keyClient } from "./client.ts";

interface Options {
  readonly url: string;
  readonly format: string;
  readonly resource?: string;
}

/** Adds `export` to the program. */
export function addExportCommand(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command("export")
    .description(
      "write the whole set-up to standard output as one file: for Terraform (hcl), as a bundle that can be planned (json), or its SLOs as OpenSLO v1 (openslo); the key is in ORGCONFIG_KEY",
    )
    .addOption(
      new Option("--url <url>", "where the service is").env("ORGCONFIG_URL").default("http://127.0.0.1:8080"),
    )
    .addOption(
      new Option("--format <format>", "of the file").choices(["hcl", "json", "openslo"]).default("hcl"),
    )
    .option("--resource <kinds>", "only these kinds, separated by commas: teams,slos")
    .action(async ({ url, format, resource }: Options) => {
      const query = new URLSearchParams({ format, ...(resource === undefined ? {} : { resource }) });
      const file = await keyClient(url, env).download(`/api/v1/config/export?${query}`);
      await pipeline(file, process.stdout, { end: false });
    });
}
