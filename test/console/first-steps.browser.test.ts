/** The way from data to people, on the overview of an organization that has not gone it yet. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, startConsole, visit } from "./browser.ts";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole();
}, 600_000);
afterAll(() => console_?.close());

it("ticks what is there, leads to what is next, and goes when it is dismissed", async () => {
  const fresh = await console_.site.makeOrganization({ name: "Fresh" });
  const person = await console_.site.makeMember(fresh.id, "org_admin", "fay@example.com");
  const { value } = await console_.test.makeKey(fresh.id, ["api:admin"]);
  const make = (kind: string, body: object) =>
    console_.test.send("POST", `/api/v1/config/${kind}`, {
      body,
      headers: { authorization: `Bearer ${value}` },
    });
  const { page, open, context, complaints } = await visit(console_, person);
  await open(`/o/${fresh.slug}`);
  const steps = page.getByRole("region", { name: "Set up" });
  await steps.getByText("0 of 5").waitFor();
  // One button at a time stands out, and what a terminal does comes after what a page does.
  expect(await page.locator(".mantine-Button-root[data-variant=filled]").allInnerTexts()).toEqual([
    "Connect it",
  ]);
  expect(await page.getByRole("listitem").filter({ hasText: "drill" }).count()).toBe(1);
  await steps.getByRole("link", { name: "Connect it" }).click();
  await page.getByRole("heading", { name: "Your Prometheus" }).waitFor();
  const answer = await make("data_sources", {
    name: "Prometheus",
    type: "prometheus",
    url: "https://prometheus.example.com",
  });
  expect(answer.status, answer.text).toBe(201);
  await open(`/o/${fresh.slug}`);
  await steps.getByText("1 of 5").waitFor();
  expect(await steps.getByRole("link", { name: "Connect it" }).count()).toBe(0);
  await steps.locator("[aria-current=step]").getByText("Measure something").waitFor();
  await steps.getByRole("button", { name: "Hide these steps" }).click();
  await steps.waitFor({ state: "detached" });
  await open(`/o/${fresh.slug}`);
  expect(await steps.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
