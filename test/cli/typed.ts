/** The program as it is typed by somebody of an organization, with a folder for files. */
import { mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, orgconfig as run } from "../support/command.ts";
import type { Tenant, TestService } from "../support/service.ts";

/** @returns where the service is reached from now on */
export async function listen({ service: { server } }: TestService): Promise<string> {
  await server.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

export interface Typist {
  readonly url: string;
  readonly tenant: Tenant;
  /** Of a key that only reads. */
  readonly readKey: string;
  readonly folder: string;
  /** Runs with the key of an admin, where `env` names no other; what names the folder is shortened. */
  orgconfig(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
}

/** Somebody of a new organization, who types against the service at `url`. */
export async function makeTypist(test: TestService, url: string): Promise<Typist> {
  const tenant = await test.makeTenant();
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-typed-"));
  return {
    url,
    tenant,
    readKey: (await test.makeKey(tenant.organization.id, ["api:config_read"])).value,
    folder,
    async orgconfig(args, env = {}, input = "") {
      const known = { ORGCONFIG_URL: url, ORGCONFIG_KEY: tenant.key.value };
      const { code, stdout, stderr } = await run(args, { ...known, ...env }, input);
      return { code, stdout, stderr: stderr.replaceAll(`${folder}/`, "") };
    },
  };
}
