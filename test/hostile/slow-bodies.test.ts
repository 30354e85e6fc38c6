/** Bodies of notifications that are announced and hardly come: they are in nobody's way, and are cut off. */
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhook } from "../alerts/support.ts";
import { siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { bodyOf, startWire, statusOf, type Wire, whole } from "../support/wire.ts";

let wire: Wire;
const sockets: Socket[] = [];
beforeAll(async () => {
  wire = await startWire();
  // As in the program: what is tried here ends sooner.
  wire.contract.service.server.server.requestTimeout = 30_000;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await wire.contract.close();
});

type Tenant = Wire["tenant"];

const alertmanager = { name: "Alertmanager", type: "observability", connector_type: "alertmanager" };

async function connectorOf(tenant: Tenant): Promise<string> {
  const { status, body } = await tenant.config("POST", "connectors", { body: alertmanager });
  expect(status).toBe(201);
  return body.id;
}

const announcing = (path: string, bytes: number, method = "POST") =>
  wire.head(method, path, { "Content-Type": "application/json", "Content-Length": String(bytes) });

/** More connections than calls are taken on, each of which announces as much as there may be, and sends a byte. */
async function stall(path: string, method?: string): Promise<void> {
  const { port } = wire.contract.service.server.server.address() as AddressInfo;
  const opened = Array.from({ length: 100 }, () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`${announcing(path, 33_554_432, method)}{`);
    return socket;
  });
  sockets.push(...opened);
  await until(() => opened.every(({ bytesWritten, connecting }) => !connecting && bytesWritten > 0));
}

it("leave room for what comes, of the same organization and of others", async () => {
  const connector = await connectorOf(wire.tenant);
  const other = await wire.contract.tenant();
  const otherConnector = await connectorOf(other);
  await stall(`/api/v1/intake/alertmanager/${connector}`);
  await stall(`/api/v1/render/${connector}/alerts`, "PUT");
  const notify = async (tenant: Tenant, id: string, length = 0) => {
    const fired = {
      name: "A",
      startsAt: new Date().toISOString(),
      annotations: { long: "x".repeat(length) },
    };
    const body = webhook({ receiver: "orgconfig" }, [fired]);
    return (await tenant.api("POST", `intake/alertmanager/${id}`, { body })).status;
  };
  for (const length of [0, 1_000_000]) {
    expect(await notify(wire.tenant, connector, length)).toBe(200);
    expect(await notify(other, otherConnector, length)).toBe(200);
  }
});

it("are answered 503 long before the time for a request is over, at every door that takes long ones", async () => {
  const { tenant, contract } = wire;
  const connector = (await tenant.config("GET", "connectors")).body.data[0].id;
  const member = await siteOf(contract).makeMember(tenant.organization.id, "org_admin");
  const action = `/api/v1/organizations/${tenant.organization.id}/actions/take_in_alerts`;
  const cookie = `Host: localhost:80\r\nOrigin: http://localhost:80\r\nCookie: ${member.cookie}\r\n`;
  const heads = [
    announcing(`/api/v1/intake/alertmanager/${connector}`, 1_000),
    announcing(`/api/v1/render/${connector}/silences`, 1_000, "PUT"),
    `POST ${action} HTTP/1.1\r\n${cookie}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
  ];
  const answers = await Promise.all(
    heads.map((head) => wire.exchange((socket) => socket.write(`${head}{"version"`), whole)),
  );
  for (const answer of answers) {
    expect(statusOf(answer), answer.text).toBe(503);
    expect(answer.text).toMatch(/^retry-after: 1\r$/im);
    expect(bodyOf(answer).message).toContain("too slowly");
  }
});
