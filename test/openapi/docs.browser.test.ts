/** The documentation in a real browser: it draws, breaks no rule of its policy, and asks no other host. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../console/browser.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("shows the description and asks no other host", async () => {
  const origin = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${origin}/docs`);
    await page.getByRole("heading", { name: "Organization Configuration API" }).waitFor();
    await page.getByText("Alert routes").first().waitFor();
    expect(complaints).toEqual([]);
    expect(requests).toContain(`${origin}/api/v1/config/openapi.json`);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  } finally {
    await browser.close();
  }
});
