/**
 * A provider as a process of its own. Terraform starts it, reads one line from its standard output, connects
 * to the socket named there with TLS on both sides, and asks it to leave at the end.
 */
import { writeSync } from "node:fs";
import { selfSignedCertificate } from "./certificate.ts";
import { listen } from "./grpc.ts";
import {
  clientCertificate,
  handshakeLine,
  makeSocketDirectory,
  PROVIDER_PROTOCOL,
  socketIn,
  startedByTerraform,
} from "./handshake.ts";
import { attachToTerraform, removeAtExit, silenceStdout } from "./lifecycle.ts";
import type { ProviderServer } from "./provider.ts";
import { rpcsOf } from "./server.ts";

export interface ServeOptions {
  /**
   * Serve a Terraform that is started later and by hand, for a debugger: the provider's address, such as
   * `registry.terraform.io/orgconfig/orgconfig`. Prints the variable that Terraform needs.
   */
  readonly debugAs?: string;
}

/** Serves the provider until Terraform asks the process to leave, which then exits. */
export async function serve(provider: ProviderServer, { debugAs }: ServeOptions = {}): Promise<void> {
  if (debugAs !== undefined) return serveForDebugging(provider, debugAs);
  if (!startedByTerraform(process.env)) return explainYourself();

  attachToTerraform();
  const socketPath = makeSocket();
  const client = clientCertificate(process.env);
  const own = client === undefined ? undefined : selfSignedCertificate();
  const tls = own && client ? { tls: { own, client } } : {};
  const server = await listen(rpcsOf(provider), { socketPath, ...tls, onShutdown: leave });
  writeSync(process.stdout.fd, handshakeLine(socketPath, own?.der));
  silenceStdout();

  /** Lets the answers that are under way get out first, and the provider do what is left to do. */
  function leave(): void {
    const left = server.close().then(async () => provider.finish?.());
    void left
      .then((lines = []) => {
        for (const line of lines) console.error(line);
      })
      .finally(() => process.exit(0));
  }
}

async function serveForDebugging(provider: ProviderServer, address: string): Promise<void> {
  const socketPath = makeSocket();
  await listen(rpcsOf(provider), { socketPath, onShutdown: () => {} });
  const attach = {
    [address]: {
      Protocol: "grpc",
      ProtocolVersion: PROVIDER_PROTOCOL,
      Pid: process.pid,
      Test: true, // which makes Terraform leave the process alone
      Addr: { Network: "unix", String: socketPath },
    },
  };
  process.stdout.write(`TF_REATTACH_PROVIDERS='${JSON.stringify(attach)}'\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
}

function explainYourself(): void {
  process.stderr.write(
    "This program is a Terraform provider: Terraform starts it, it does nothing when run by hand.\n" +
      "Name it in required_providers and run terraform init.\n",
  );
  process.exitCode = 1;
}

function makeSocket(): string {
  const directory = makeSocketDirectory(process.env);
  removeAtExit(directory);
  return socketIn(directory);
}
