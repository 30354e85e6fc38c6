/** A program that connects by OAuth sends somebody to the console: they sign in, choose, and allow; then they deny. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goodPassword } from "../support/sign-in.ts";
import { type Console, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const verifier = randomBytes(32).toString("base64url");
const hostileName = "<img src=x onerror=alert(1)> Assistant";

let console_: Console;
/** The program: it only waits for the browser to come back. */
let program: Server;
let redirectUri: string;
let clientId: string;

beforeAll(async () => {
  console_ = await startConsole();
  program = createServer((_request, response) => response.end("<title>The program</title>"));
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
  redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const metadata = { client_name: hostileName, redirect_uris: ["http://127.0.0.1/callback"] };
  const registered = await post("/oauth/register", JSON.stringify(metadata), "application/json");
  clientId = ((await registered.json()) as { client_id: string }).client_id;
}, 600_000);
afterAll(async () => {
  await console_?.close();
  program?.close();
});

const post = (path: string, body: string, type = "application/x-www-form-urlencoded") =>
  fetch(`${console_.origin}${path}`, { method: "POST", headers: { "content-type": type }, body });

function address(): string {
  const request = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "the program's state",
    resource: `${console_.origin}/api/mcp`,
  };
  return `/authorize?${new URLSearchParams(request)}`;
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Signs in where the page was asked for, by keys alone. */
async function signInThere({ page }: Visit, email: string) {
  await typeInto(page.getByLabel("Email"), email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Let this program in?" }).waitFor();
  await settled(page);
}

it("is let in after signing in, with what the person chose, and listed for them", async () => {
  const seen = await visit(console_);
  const { page } = seen;
  await seen.open(address());
  await signInThere(seen, console_.people.member.email);
  expect(await page.getByText(hostileName).count()).toBe(1);
  await page.getByText("a program on this computer (127.0.0.1)").waitFor();
  expect(await page.getByLabel("Highest role").first().inputValue()).toBe("Viewer");
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: ".tmp/authorize.png", fullPage: true });

  const name = page.getByRole("textbox", { name: "Name" });
  await name.press("ControlOrMeta+A");
  await name.press("Backspace");
  await page.getByRole("button", { name: "Allow" }).click();
  await page
    .getByText("must not be empty")
    .or(page.getByText(/at least 1/))
    .first()
    .waitFor();
  await page.getByRole("checkbox", { name: "Propose only" }).press("Space");
  await typeInto(name, "My laptop's assistant");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${redirectUri}*`);
  const brought = new URL(page.url()).searchParams;
  expect(brought.get("state")).toBe("the program's state");
  expect(brought.get("iss")).toBe(console_.origin);

  const form = {
    grant_type: "authorization_code",
    code: brought.get("code") ?? "",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const answer = await post("/oauth/token", new URLSearchParams(form).toString());
  expect(answer.status).toBe(200);

  await seen.open("/account/tokens");
  await page.getByText(`held by “${hostileName}”, 127.0.0.1`).waitFor();
  await page.getByText("proposes only").waitFor();
  await page.getByRole("button", { name: "Narrow My laptop's assistant" }).click();
  await page.getByRole("dialog", { name: "Narrow the token My laptop's assistant" }).waitFor();
  // It never becomes more.
  expect(await page.getByRole("checkbox", { name: "Propose only" }).isDisabled()).toBe(true);
  await settled(page);
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: ".tmp/authorize-narrow.png" });
  await page.locator("input").and(page.getByLabel("Expires")).click();
  await page.getByRole("option", { name: "in 7 days" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("is turned away, on a phone", async () => {
  const seen = await visit(console_, undefined, { width: 390, height: 844, scheme: "dark" });
  const { page } = seen;
  await seen.open(address());
  await signInThere(seen, console_.people.viewer.email);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: ".tmp/authorize-phone.png", fullPage: true });
  await page.getByRole("button", { name: "Deny" }).press("Enter");
  await page.waitForURL(`${redirectUri}*`);
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("is not let in, and the browser sent nowhere, where the program wants the answer at another address", async () => {
  const seen = await visit(console_, console_.people.viewer);
  await seen.open(address().replace("callback", "elsewhere"));
  await seen.page.getByRole("heading", { name: "This program cannot be let in" }).waitFor();
  await seen.page.getByText(/did not register/).waitFor();
  await seen.page.screenshot({ path: ".tmp/authorize-refused.png" });
  await seen.open(address().replace("S256", "plain"));
  await seen.page.getByRole("link", { name: "Back to a program on this computer (127.0.0.1)" }).waitFor();
  expect(await faults(seen.page)).toEqual([]);
  expect(seen.foreign).toEqual([]);
  await seen.context.close();
});
