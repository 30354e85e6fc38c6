/** What an engine answers is quoted without the credentials that it was asked with. */
import { describe, expect, it } from "vitest";
import { createEngineHttp, type EngineAddress } from "../../src/agent/engines/http.ts";
import type { Reply } from "../../src/transports/port.ts";

const password = `hunter2 & <long>\n"pass"`;
const address: EngineAddress = { url: "http://engine", username: "svc", password };
const basic = Buffer.from(`svc:${password}`).toString("base64");

/** What the problem says where the engine answers this. */
async function problemOf(text: string, at: EngineAddress = address, status = 500): Promise<string> {
  const reply: Reply = { status, headers: {}, text };
  const http = createEngineHttp({ request: async () => reply }, at);
  return http.request("GET", "/metrics").then(
    () => "no problem",
    (error: Error) => error.message,
  );
}

describe("an engine that repeats what it was sent", () => {
  it.each([
    ["the header", `you sent Basic ${basic}`],
    ["the password", `no ${password} here`],
    ["JSON", JSON.stringify({ said: password })],
    ["JSON as Go writes it", String.raw`{"said":"hunter2 \u0026 \u003clong\u003e\n\"pass\""}`],
    ["a URL", `https://x/?p=${encodeURIComponent(password)}`],
    ["a page", `<p>hunter2 &amp; &lt;long&gt;\n&#34;pass&#34;</p>`],
  ])("is quoted without the password: %s", async (_, text) => {
    const said = await problemOf(text);
    expect(said).toContain("the engine answered HTTP 500 to GET /metrics: ");
    expect(said).toContain("[redacted]");
    for (const secret of ["hunter2", "long", "pass", basic]) expect(said).not.toContain(secret);
  });

  it("is quoted without a part of the password, wherever the quotation is cut", async () => {
    const secret = "0123456789ABCDEF".repeat(4);
    const at = { url: "http://engine", token: secret };
    for (let before = 100; before < 200; before += 1) {
      const said = await problemOf(`${"-".repeat(before)}${secret}`, at);
      expect(said).not.toContain("012");
    }
    // What fills the beginning disappears, so that the end of what is read is quoted.
    for (let before = 19_930; before <= 20_000; before += 1) {
      const said = await problemOf(`${"\n".repeat(before)}${secret}`, at);
      expect(said).not.toContain("012");
    }
  });

  it("is quoted as it is where it repeats nothing", async () => {
    expect(await problemOf("out of\ndisk", address, 503)).toBe(
      "the engine answered HTTP 503 to GET /metrics: out of disk",
    );
    expect(await problemOf("a b", { url: "http://engine", password: "a" })).toContain(": a b");
  });
});
