/** Writes a status page as files for any web host, from a running service. */
import { join } from "node:path";
import type { Command } from "commander";
import { counted } from "../kernel/readable.ts";
import type { PageState } from "../renderers/status-page/index.ts";
import { siteOf } from "../renderers/status-page/site.ts";
import { keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { failure } from "./errors.ts";
import { pathOf } from "./paths.ts";
import { say } from "./terminal.ts";
import { writeWhole } from "./whole-files.ts";

interface Options {
  readonly url: string;
  readonly slug: string;
  readonly withPasswordPages?: boolean;
}

interface ServedPage {
  readonly slug: string;
  readonly closed: boolean;
  readonly state: PageState;
}

/** Adds `status-page export` to the program. */
export function addStatusPageCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("status-page").description("the public status page").command("export"))
    .argument("<dir>", "the folder to write", pathOf)
    .description(
      "write the page, its history, feeds, JSON and badges as files for any web host; what is there is replaced; the key is in ORGCONFIG_KEY",
    )
    .requiredOption("--slug <slug>", "the page's name in its URL")
    .option("--with-password-pages", "also where the page has a password, which files do not ask for")
    .action((folder: string, options: Options) => runExport(folder, options, env));
}

async function runExport(folder: string, options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const shape = { slug: "string", closed: "boolean", state: "object" } as const;
  const page = await keyClient(options.url, env).call<ServedPage>("GET", "/api/v1/status_page", shape);
  if (page.slug !== options.slug)
    throw failure(`the key is of an organization whose page is "${page.slug}", not "${options.slug}"`);
  if (page.closed && !options.withPasswordPages)
    throw failure(
      `the page "${page.slug}" has a password, and files ask nobody for it: give --with-password-pages to write it all the same`,
    );
  const files = [...siteOf(page.state)].map(([path, { text, encoding }]) => ({
    path: join(folder, path),
    content: encoding === undefined ? text : Buffer.from(text, encoding),
  }));
  await writeWhole(files, "replace");
  say(`${counted(files.length, "file")} written to ${folder}`);
}
