/** What is wrong with a server's certificate. Some builds of git say one sentence for all, so that the server is asked once more. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { connect, rootCertificates } from "node:tls";
import type { GitFailure } from "../port.ts";
import { failureNamed } from "./failures.ts";
import { trusted } from "./program.ts";

const waitMs = 5_000;

const states: Readonly<Record<string, "expired" | "wrong_host" | "untrusted">> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong_host",
};

/** @param at the address that was judged; nothing else is asked @returns the failure, or a closer one */
export async function closer(
  failure: GitFailure,
  host: string,
  at: { readonly address: string; readonly port: number },
): Promise<GitFailure> {
  if (failure.state !== "untrusted") return failure;
  const code = await codeOf(host, at);
  const state = code === undefined ? undefined : states[code];
  return state === undefined ? failure : failureNamed(state);
}

function codeOf(
  host: string,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) === 0 ? host : "";
    const socket = connect({ host: address, port, servername, ca: authorities(), timeout: waitMs });
    const ended = (code?: string) => {
      socket.destroy();
      resolve(code);
    };
    socket.once("secureConnect", () => ended());
    socket.once("timeout", () => ended());
    socket.once("error", (error: NodeJS.ErrnoException) => ended(error.code));
  });
}

/** Whom git trusts, as far as it is known here. */
function authorities(): string[] {
  const { GIT_SSL_CAINFO, SSL_CERT_FILE } = trusted();
  const file = GIT_SSL_CAINFO ?? SSL_CERT_FILE;
  try {
    return [...rootCertificates, ...(file === undefined ? [] : [readFileSync(file, "utf8")])];
  } catch {
    return [...rootCertificates];
  }
}
