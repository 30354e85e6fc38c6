/** `npm run dev` on a copy of the sources: an edit of the console reaches the open page, one of the service restarts it. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { root } from "../support/program.ts";
import { goodPassword } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { signIn, startBrowser } from "./browser.ts";

/** A start compiles the sources and makes a database: a busy machine takes its time. */
const startMs = 150_000;
const email = "dora@example.com";

let copy: string;
let servicePort: number;
let url: string;
let dev: ChildProcess;
let exited: Promise<number | null>;
let printed = "";
let browser: Browser;
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "orgconfig-dev-"));
  for (const name of ["console", "src", "scripts", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  // Packages are linked one by one, so that what Vite prepares of them stays in the copy.
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => name !== ".vite"))
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  servicePort = await freePort();
  const consolePort = await freePort();
  url = `http://localhost:${consolePort}`;
  dev = spawn(process.execPath, [join(copy, "scripts/dev.mjs")], {
    env: {
      ...process.env,
      PORT: String(servicePort),
      CONSOLE_PORT: String(consolePort),
      ORGCONFIG_DATA_DIR: join(copy, "data"),
      ORGCONFIG_ADMIN_EMAIL: email,
      ORGCONFIG_ADMIN_PASSWORD: goodPassword,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on("data", (chunk) => (printed += String(chunk)));
  exited = new Promise((resolve) => dev.once("close", resolve));
  browser = await startBrowser();
  await until(async () => {
    if (dev.exitCode !== null) throw new Error(`npm run dev ended with ${dev.exitCode}: ${printed}`);
    return answers(`${url}/readyz`);
  }, startMs);
}, 300_000);
afterAll(async () => {
  await browser.close();
  dev.kill("SIGINT");
  await exited;
  rmSync(copy, { recursive: true });
});

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

function edit(file: string, from: string, to: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

it("signs in, shows an edit without loading the page again, and starts the service again when it changes", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(startMs);
  await page.goto(`${url}/`);
  await signIn(page, email);
  await page.getByRole("navigation").getByRole("link", { name: "Organization" }).click();
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  await page.getByRole("heading", { name: "Teams", level: 1 }).waitFor();

  await page.evaluate("window.loadedOnce = true");
  edit("console/shell/entries.ts", "title: texts.now", 'title: "Edited now"');
  await page.getByRole("link", { name: "Edited now" }).waitFor();
  expect(await page.evaluate("window.loadedOnce")).toBe(true);

  edit("src/resources/teams.ts", 'title: "Teams"', 'title: "Edited teams"');
  await until(async () => {
    const definitions = await fetch(`${url}/console/definitions.json`);
    return definitions.ok && (await definitions.text()).includes("Edited teams");
  }, startMs);
});

it("ends both with one signal, and leaves nothing behind", async () => {
  dev.kill("SIGINT");
  expect(await exited).toBe(0);
  expect(await answers(`${url}/healthz`)).toBe(false);
  expect(await answers(`http://127.0.0.1:${servicePort}/healthz`)).toBe(false);
});
