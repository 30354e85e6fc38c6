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
   * Serve Terraforms that are started later and by hand, for a debugger: the provider's address, such as
   * `registry.terraform.io/orgconfig/orgconfig`. Prints the variable that they need.
   */
  readonly debugAs?: string;
}

/** Serves a provider until Terraform asks the process to leave, which then exits. */
export async function serve(
  makeProvider: () => ProviderServer,
  { debugAs }: ServeOptions = {},
): Promise<void> {
  if (debugAs !== undefined) return serveForDebugging(makeProvider, debugAs);
  if (!startedByTerraform(process.env)) return explainYourself();

  attachToTerraform();
  const provider = makeProvider();
  const rpcs = rpcsOf(provider);
  const socketPath = makeSocket();
  const client = clientCertificate(process.env);
  const own = client === undefined ? undefined : selfSignedCertificate();
  const tls = own && client ? { tls: { own, client } } : {};
  const server = await listen(() => ({ rpcs }), { socketPath, ...tls, onShutdown: leave });
  writeSync(process.stdout.fd, handshakeLine(socketPath, own?.der));
  silenceStdout();

  /** Lets the answers that are under way get out first, and the provider do what is left to do. */
  function leave(): void {
    void server
      .close()
      .then(async () => finish(provider))
      .finally(() => process.exit(0));
  }
}

async function finish(provider: ProviderServer): Promise<void> {
  for (const line of (await provider.finish?.()) ?? []) console.error(line);
}

async function serveForDebugging(makeProvider: () => ProviderServer, address: string): Promise<void> {
  const { reattach } = await serveAttached(makeProvider, address, makeSocket());
  process.stdout.write(`TF_REATTACH_PROVIDERS='${reattach}'\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
}

/** A provider that Terraform connects to instead of starting one. */
export interface Attached {
  /** What Terraform finds it by: the value of TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  /** Takes no more connections, and resolves when what was done for those that there were is finished. */
  close(): Promise<void>;
}

/**
 * Serves any number of commands in this process. Terraform connects where it would start a process, also several
 * times in one command, so that each connection has a provider of its own. It leaves without a word.
 *
 * @param address the provider's, such as `registry.terraform.io/orgconfig/orgconfig`
 */
export async function serveAttached(
  makeProvider: () => ProviderServer,
  address: string,
  socketPath: string,
): Promise<Attached> {
  const unfinished = new Set<Promise<void>>();
  const served = () => {
    const provider = makeProvider();
    let onClose = () => {};
    const finished = new Promise<void>((resolve) => {
      onClose = resolve;
    })
      .then(async () => finish(provider))
      .finally(() => unfinished.delete(finished));
    unfinished.add(finished);
    return { rpcs: rpcsOf(provider), onClose };
  };
  const server = await listen(served, { socketPath, onShutdown: () => {} });
  const attach = {
    [address]: {
      Protocol: "grpc",
      ProtocolVersion: PROVIDER_PROTOCOL,
      Pid: process.pid,
      Test: true, // which makes Terraform leave the process alone
      Addr: { Network: "unix", String: socketPath },
    },
  };
  return {
    reattach: JSON.stringify(attach),
    close: async () => {
      await server.close();
      await Promise.all(unfinished);
    },
  };
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
