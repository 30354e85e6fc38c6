/** Terraform with the real provider where the way to the service is not plain: a proxy, an own authority, a restart. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { behindProxy, listening, makeAuthority, quietPort, startProxy } from "./network.ts";
import { breakGround, type Ground, saySkipped, unwrapped, withoutTerraform } from "./space.ts";

let ground: Ground;
beforeAll(async () => {
  if (withoutTerraform) return;
  ground = await breakGround();
});
afterAll(() => ground?.close());
saySkipped("the provider's way to the service");

describe.skipIf(withoutTerraform)("the way to the service", () => {
  test("leads through a proxy to a certificate of an own authority, and the log of it all holds no secret", async () => {
    const authority = makeAuthority();
    const front = createTlsServer(authority.issue(`DNS:${behindProxy}`), (socket) => {
      const inner = connect(Number(new URL(ground.endpoint).port), "127.0.0.1");
      socket.pipe(inner).pipe(socket);
      for (const end of [socket, inner]) end.on("error", () => end.destroy());
    });
    const proxy = await startProxy(await listening(front), "user:proxy-secret-1");
    const tenant = await ground.tenant();
    const space = ground.space(tenant, {
      ORGCONFIG_ENDPOINT: `https://${behindProxy}`,
      HTTPS_PROXY: `http://user:proxy-secret-1@127.0.0.1:${proxy.port}`,
    });
    const secret = `
variable "token" {
  type      = string
  sensitive = true
  ephemeral = true
}
resource "orgconfig_ai_provider" "main" {
  name               = "main"
  provider_name      = "openai"
  model              = "gpt-5"
  api_key_wo         = var.token
  api_key_wo_version = 1
}
`;
    space.variables = { token: "row-secret-2" };
    await space.configure(secret);
    const refused = await space.fail("plan");
    expect(refused).toContain("The service's certificate is not trusted");
    expect(refused).toContain("set ca_certificate (or ORGCONFIG_CA_CERTIFICATE)");

    space.write("ca.pem", authority.cert);
    await space.configure(`provider "orgconfig" {\n  ca_certificate = "ca.pem"\n}\n${secret}`);
    const { code, output } = await space.runWith({ TF_LOG: "trace" }, "apply", "-auto-approve");
    expect(code).toBe(0);
    // Terraform writes the fields of a line in any order.
    const said = [
      "[DEBUG] provider.",
      ": answered:",
      "method=POST",
      "path=/api/v1/config/ai_providers",
      "status=201",
    ];
    expect(output.split("\n").filter((line) => said.every((part) => line.includes(part)))).toHaveLength(1);
    for (const held of [tenant.key.value, "row-secret-2", "proxy-secret-1", "Bearer"]) {
      expect(output.includes(held), held).toBe(false);
    }
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${behindProxy}:443`]));
    const quiet = await space.runWith({}, "plan");
    expect(quiet.output).not.toContain("answered");

    const stranger = { HTTPS_PROXY: `http://user:wrong-secret-3@127.0.0.1:${proxy.port}` };
    const { output: asked } = await space.runWith({ ...stranger, TF_LOG: "trace" }, "plan");
    expect(unwrapped(asked)).toContain(
      `The proxy 127.0.0.1:${proxy.port} refused its user or password (407)`,
    );
    expect(asked).not.toContain("wrong-secret-3");
    proxy.close();
    front.close();
    authority.close();
  });

  test("may break off during an apply: every row is made, and made once", async () => {
    const tenant = await ground.tenant();
    const port = await quietPort();
    let creates = 0;
    let underWay: Promise<unknown> = Promise.resolve();
    // A connection for each request: one that is kept could be cut just when the next request is sent.
    const front = createServer((incoming, response) => {
      const { method, url, headers } = incoming;
      if (method === "POST") creates += 1;
      const leaving = creates === 20 && method === "POST";
      if (leaving) underWay = once(front.close(), "close");
      const onwards = request(ground.endpoint + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, { ...answer.headers, connection: "close" });
        answer.pipe(response);
      });
      incoming.pipe(onwards);
    });
    await listening(front, port);
    const space = ground.space(tenant, {
      ORGCONFIG_ENDPOINT: `http://127.0.0.1:${port}`,
      TF_LOG_PROVIDER: "warn",
    });
    const names = Array.from({ length: 50 }, (_, index) => `restart-${index}`);
    await space.configure(
      names.map((name) => `resource "orgconfig_team" "${name}" {\n  name = "${name}"\n}\n`).join(""),
    );
    const { rows: before } = await teams(tenant);
    const apply = space.start(["apply", "-auto-approve", "-parallelism=1"]);
    let output = "";
    for (const stream of [apply.stdout, apply.stderr]) stream?.on("data", (data) => (output += data));
    const ended = once(apply, "exit");
    await until(() => output.includes("error=ECONNREFUSED"), 120_000);
    await underWay;
    await listening(front, port);
    expect(await ended).toEqual([0, null]);
    const { rows } = await teams(tenant);
    expect(rows.filter((name) => name.startsWith("restart-")).sort()).toEqual([...names].sort());
    expect(rows.length - before.length).toBe(50);
    expect(creates).toBe(50);
    front.close();
  });

  test("is reported at the line of the setting that cannot be used", async () => {
    const space = ground.space(await ground.tenant());
    await space.configure(`provider "orgconfig" {
  timeout_seconds = 0
  max_retries     = 1000
  proxy_url       = "socks5://127.0.0.1:1080"
  ca_certificate  = "-----BEGIN CERTIFICATE-----"
}
data "orgconfig_organization_settings" "it" {}
`);
    const { output } = await space.run("validate");
    for (const line of [2, 3, 4, 5]) expect(output).toContain(`on main.tf line ${line}, in provider`);
    expect(unwrapped(output)).toContain("Write a whole number from 1 to 3600, here or in ORGCONFIG_TIMEOUT");
    await space.configure('data "orgconfig_organization_settings" "it" {}\n');
    const planWith = async (environment: Record<string, string>) =>
      unwrapped((await space.runWith(environment, "plan")).output);
    expect(await planWith({ ORGCONFIG_ORGANIZATION: "other" })).toContain("belongs to another organization");
    expect(await planWith({ ORGCONFIG_MAX_RETRIES: "many" })).toContain('"many" is not one');
  });
});

async function teams(tenant: Awaited<ReturnType<Ground["tenant"]>>): Promise<{ rows: string[] }> {
  const headers = { authorization: `Bearer ${tenant.key.value}` };
  const answer = await fetch(`${ground.endpoint}/api/v1/config/teams`, { headers });
  const { data } = (await answer.json()) as { data: { name: string }[] };
  return { rows: data.map(({ name }) => name) };
}
