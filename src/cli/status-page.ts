/** Writes a status page as files for any web host, from a running service. */
import { readdir, rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Command } from "commander";
import { counted } from "../kernel/readable.ts";
import type { PageState } from "../renderers/status-page/index.ts";
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
      "write the page, its history, feeds, JSON and badges as files for any web host; what is there of an earlier export is replaced, and taken away where it is no more; the key is in ORGCONFIG_KEY",
    )
    .requiredOption("--slug <slug>", "the page's name in its URL")
    .option("--with-password-pages", "also where the page has a password, which files do not ask for")
    .action((folder: string, options: Options) => runExport(folder, options, env));
}

async function runExport(folder: string, options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const there = await stat(folder).catch(() => undefined);
  if (there !== undefined && !there.isDirectory())
    throw failure(`${folder} is no folder: name one, which is made where it is not there`);
  const shape = { slug: "string", closed: "boolean", state: "object" } as const;
  const page = await keyClient(options.url, env).call<ServedPage>("GET", "/api/v1/status_page", shape);
  if (page.slug !== options.slug)
    throw failure(`the key is of an organization whose page is "${page.slug}", not "${options.slug}"`);
  if (page.closed && !options.withPasswordPages)
    throw failure(
      `the page "${page.slug}" has a password, and files ask nobody for it: give --with-password-pages to write it all the same`,
    );
  // Loaded when it is asked for: every other command starts without it.
  const { siteOf } = await import("../renderers/status-page/site.ts");
  const files = [...siteOf(page.state)].map(([path, { text, encoding }]) => ({
    path: join(folder, path),
    content: encoding === undefined ? text : Buffer.from(text, encoding),
  }));
  const gone = await leftOvers(folder, new Set(files.map(({ path }) => path)));
  await writeWhole(files, "replace");
  for (const path of gone) await rm(path, { force: true });
  const taken = gone.length === 0 ? "" : `; ${counted(gone.length, "file")} of an earlier one taken away`;
  say(`${counted(files.length, "file")} written to ${folder}${taken}`);
}

/** What an export writes of single incidents, components, months and logos; nobody else has such names. */
const ownFile =
  /^(?:incidents\/spi_[^/]+\/index\.html|components\/spc_[^/]+\/badge\.svg|history\/\d{4}-\d{2}\/index\.html)$/;

/** Files of an earlier export that this one does not have. */
async function leftOvers(folder: string, written: ReadonlySet<string>): Promise<string[]> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  return found.flatMap((name) => {
    const path = join(folder, name);
    return ownFile.test(name.split(sep).join("/")) && !written.has(path) ? [path] : [];
  });
}
