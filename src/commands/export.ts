/** Writes the whole set-up as one Terraform file, as the service gives it out. */
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { keyClient } from "./client.ts";

/** Adds `export` to the program. */
export function addExportCommand(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command("export")
    .description(
      "write the whole set-up as one Terraform file to standard output; the key is in ORGCONFIG_KEY",
    )
    .addOption(
      new Option("--url <url>", "where the service is").env("ORGCONFIG_URL").default("http://127.0.0.1:8080"),
    )
    .option("--resource <kinds>", "only these kinds, separated by commas: teams,slos")
    .action(async ({ url, resource }: { url: string; resource?: string }) => {
      const query = new URLSearchParams({ format: "hcl", ...(resource === undefined ? {} : { resource }) });
      const file = await keyClient(url, env).download(`/api/v1/config/export?${query}`);
      await pipeline(file, process.stdout, { end: false });
    });
}
