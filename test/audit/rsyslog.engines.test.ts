/** The audit log in a real rsyslog, over TCP and over TLS, and its file as the heads of `audit verify --heads`. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { syslogPrograms } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { readHeads } from "../../src/features/identity/audit/known-heads.ts";
import { startService } from "../support/service.ts";

/** A certificate for 127.0.0.1 that signs itself. */
function certificateIn(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=rsyslog"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
    ],
    { stdio: "ignore" },
  );
  return { cert, key };
}

async function startRsyslog(over: "tcp" | "tls") {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-rsyslog-"));
  const { cert, key } = certificateIn(folder);
  const port = await freePort();
  const file = join(folder, "audit.log");
  const tls =
    over === "tls"
      ? `global(defaultNetstreamDriverCAFile="${cert}" defaultNetstreamDriverCertFile="${cert}" defaultNetstreamDriverKeyFile="${key}")
module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon")`
      : 'module(load="imtcp")';
  const configuration = join(folder, "rsyslog.conf");
  writeFileSync(
    configuration,
    `global(workDirectory="${folder}" maxMessageSize="64k")
${tls}
template(name="whole" type="string" string="%timestamp:::date-rfc3339% %app-name% %msgid% %msg%\\n")
input(type="imtcp" port="${port}" address="127.0.0.1")
action(type="omfile" file="${file}" template="whole")
`,
  );
  const root = syslogPrograms();
  const library = join(root, "usr/lib/x86_64-linux-gnu");
  const child = spawn(
    join(root, "usr/sbin/rsyslogd"),
    ["-n", "-f", configuration, "-i", join(folder, "pid"), "-M", join(library, "rsyslog")],
    { env: { ...process.env, LD_LIBRARY_PATH: library }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => said.push(String(data)));
  return {
    url: `${over}://127.0.0.1:${port}`,
    cert,
    lines: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []),
    /** What it said of itself, where something is wrong. */
    said: () => said.join(""),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

it.each(["tcp", "tls"] as const)("over %s: every record and the heads arrive", async (over) => {
  const rsyslog = await startRsyslog(over);
  const service = await startService({
    ORGCONFIG_SYSLOG_URL: rsyslog.url,
    ...(over === "tls" && { ORGCONFIG_SYSLOG_CA: rsyslog.cert }),
  });
  try {
    const tenant = await service.makeTenant();
    for (let row = 0; row < 20; row += 1) {
      const made = await tenant.config("POST", "teams", { body: { name: `Störung ${row}` } });
      expect(made.status).toBe(201);
    }
    const records = () =>
      rsyslog.lines().flatMap((line) => {
        const [, json] = / orgconfig audit ?(\{.*)$/.exec(line) ?? [];
        return json === undefined ? [] : [JSON.parse(json)];
      });
    await expect
      .poll(() => records().map(({ position }) => position), { timeout: 20_000 })
      .toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const [first] = records();
    expect(first).toMatchObject({ organization_id: tenant.organization.id, action: "create_team" });
    expect(first.changes[0].after).toContain("Störung 0");
    const lastHead = () => rsyslog.lines().findLast((line) => line.includes(" orgconfig heads "));
    await expect.poll(lastHead, { timeout: 20_000 }).toContain('"position":20');

    const heads = await readHeads(rsyslog.lines());
    expect(heads.at(-1)).toMatchObject({ organization: tenant.organization.id, position: 20 });
    const report = await service.service.audit.verify(heads);
    const own = report.organizations.find(({ organization }) => organization === tenant.organization.id);
    expect(own?.heads.map(({ state }) => state)).toEqual(heads.map(() => "found"));
  } finally {
    await service.close();
    await rsyslog.stop();
  }
});

it("a certificate that no given authority signed is refused, and nothing is sent", async () => {
  const rsyslog = await startRsyslog("tls");
  const service = await startService({ ORGCONFIG_SYSLOG_URL: rsyslog.url });
  try {
    const tenant = await service.makeTenant();
    expect((await tenant.config("POST", "teams", { body: { name: "Unsent" } })).status).toBe(201);
    await service.service.audit.sealer.flush();
    await expect.poll(() => service.logs.join(""), { timeout: 20_000 }).toContain("cannot be reached");
    expect(rsyslog.lines().join("")).not.toContain("Unsent");
  } finally {
    await service.close();
    await rsyslog.stop();
  }
});
