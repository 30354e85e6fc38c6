/** Which ways an installation has, and mail as one of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmtpTransport } from "../../src/transports/smtp.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { code, failure, page, reachOf } from "./messages.ts";

const phone = { url: "https://x.example", account: "AC1", token: "long enough", from: "+15005550006" };
let server: MailServer;
let transport: ReturnType<typeof createSmtpTransport>;
beforeAll(async () => {
  server = await startMailServer();
  transport = createSmtpTransport({ url: server.url, from: "orgconfig@example.com" });
});
afterAll(async () => {
  transport.close();
  await server.close();
});

it("has push and ntfy always, the others where the operator set them up", async () => {
  expect(reachOf().kinds).toEqual(["push", "ntfy"]);
  expect(reachOf({ mail: transport, phone }).kinds).toEqual(["mail", "push", "ntfy", "sms", "call"]);
  for (const to of [
    { kind: "mail", address: "ada@example.com" },
    { kind: "sms", number: "+15005550007" },
    { kind: "call", number: "+15005550007" },
  ] as const)
    expect(await failure(reachOf().send(to, page))).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining(to.kind === "mail" ? "SMTP_URL" : "ORGCONFIG_PHONE_ACCOUNT"),
    });
});

describe("a mail", () => {
  const send = async (message: typeof page) => {
    expect(
      await reachOf({ mail: transport }).send({ kind: "mail", address: "ada@example.com" }, message),
    ).toBeUndefined();
    const mail = server.mails.at(-1);
    if (mail === undefined) throw new Error("no mail came");
    const { raw, headers } = mail;
    // Soft line breaks of quoted-printable (RFC 2045 §6.7).
    return { headers, raw: raw.replace(/=\r?\n/g, "") };
  };

  it("has the code, as text and as HTML", async () => {
    const { raw, headers } = await send(code);
    expect(headers.subject).toBe("Your code");
    expect(raw.match(/Code: 042137/g)).toHaveLength(2);
  });

  it("is the same mail at each try of one message, and another for another", async () => {
    const ids = [];
    for (const message of [code, code, { ...code, code: "111111" }])
      ids.push((await send(message)).headers["message-id"]);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    const test = { ...page, acknowledge: null };
    expect((await send(test)).headers["message-id"]).not.toBe((await send(test)).headers["message-id"]);
  });

  it("has no line of others in its head, no markup of theirs, and nothing that acknowledges", async () => {
    const { raw, headers } = await send({
      ...page,
      title: "x\r\nBcc: eve@example.com",
      body: "<script>1</script>",
    });
    expect(headers).not.toHaveProperty("bcc");
    expect(raw).toContain("&lt;script&gt;");
    expect(raw).not.toContain("t0ken-that-works-once");
  });
});
