/** What a provider and the Terraform that starts it show each other before the first RPC. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Both are constants of Terraform's: they distinguish a start by Terraform from one by a person. */
const COOKIE = "TF_PLUGIN_MAGIC_COOKIE";
const COOKIE_VALUE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of go-plugin's protocol for processes, and of Terraform's for providers. */
const CORE_PROTOCOL = 1;
export const PROVIDER_PROTOCOL = 6;

/** macOS takes 103 bytes and a zero, Linux 107. */
const SOCKET_PATH_MAX_BYTES = 103;
export const DIRECTORY_PREFIX = "orgconfig-provider-";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether Terraform started this process. */
export function startedByTerraform(environment: Environment): boolean {
  return environment[COOKIE] === COOKIE_VALUE;
}

/** The certificate of the Terraform that will connect, in PEM; undefined when it uses no TLS. */
export function clientCertificate(environment: Environment): string | undefined {
  return environment.PLUGIN_CLIENT_CERT || undefined;
}

/** The one line on standard output. The certificate comes as DER in base64 without padding. */
export function handshakeLine(socketPath: string, certificate?: Uint8Array): string {
  const base64 = certificate ? Buffer.from(certificate).toString("base64").replace(/=+$/, "") : "";
  return `${CORE_PROTOCOL}|${PROVIDER_PROTOCOL}|unix|${socketPath}|grpc|${base64}\n`;
}

/** Makes a directory that only this user can enter, for a socket whose path the system can take. */
export function makeSocketDirectory(environment: Environment): string {
  const wanted = environment.PLUGIN_UNIX_SOCKET_DIR || tmpdir();
  const example = join(wanted, `${DIRECTORY_PREFIX}XXXXXX`);
  const fits = Buffer.byteLength(socketIn(example)) <= SOCKET_PATH_MAX_BYTES;
  return mkdtempSync(join(fits ? wanted : "/tmp", DIRECTORY_PREFIX));
}

/** The socket's path in its directory. */
export function socketIn(directory: string): string {
  return join(directory, "rpc.sock");
}
