/** Syslog over TCP or TLS, each message behind its length in bytes (RFC 6587 §3.4.1, RFC 5425 §4.3). */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { traced } from "../engine/ports/tracing.ts";
import type { SyslogConnection, SyslogTransport } from "./port.ts";

const connectMs = 10_000;
/** How long the other side may take to read what is in its way, and to close. */
const sendMs = 30_000;
const endMs = 5_000;
const keepAliveMs = 30_000;

export interface SyslogOptions {
  /** `tcp://` or `tls://`, with a host and maybe a port. */
  readonly url: string;
  /** Certificates of the authorities to trust, in PEM; those of Node where it is left out. */
  readonly ca?: string | undefined;
}

export function createSyslogTransport({ url, ca }: SyslogOptions): SyslogTransport {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "tls:";
  const at: Address = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 6_514 : 601) : Number(port),
  };
  return {
    connect: () =>
      traced({ of: "connection", protocol: "syslog", step: "connect", ...at }, async () => {
        const socket = secure ? connectTls({ ...at, ...(ca && { ca }) }) : connectTcp(at);
        await opened(socket, secure ? "secureConnect" : "connect", url);
        return connectionOver(socket, at);
      }),
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function opened(socket: Socket, event: string, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(new Error(`the syslog at ${url} cannot be reached: ${error.message}`, { cause: error }));
    };
    socket.setTimeout(connectMs, () => fail(new Error(`no answer within ${connectMs / 1_000} s`)));
    socket.once("error", fail);
    socket.once(event, () => {
      socket.setTimeout(0);
      socket.off("error", fail);
      resolve();
    });
  });
}

function connectionOver(socket: Socket, at: Address): SyslogConnection {
  let open = true;
  let broken: Error | undefined;
  socket.setKeepAlive(true, keepAliveMs);
  // Nothing is ever said back; only reading shows that the other side has closed.
  socket.resume();
  socket.on("error", (error) => {
    broken = error;
    open = false;
  });
  socket.on("end", () => {
    open = false;
  });
  socket.on("close", () => {
    open = false;
  });
  return {
    isOpen: () => open,
    async send(messages) {
      if (messages.length === 0) return;
      if (!open) throw new Error("the connection to the syslog broke", { cause: broken });
      const framed = messages.map((text) => `${Buffer.byteLength(text)} ${text}`).join("");
      const span = { of: "connection", protocol: "syslog", step: "send", ...at } as const;
      await traced(span, () => written(socket, framed));
    },
    end() {
      if (!open) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => socket.destroy(new Error("the syslog did not close")), endMs);
        socket.once("close", (failed) => {
          clearTimeout(timer);
          resolve(!failed && broken === undefined);
        });
        socket.end();
      });
    },
  };
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error("the syslog reads nothing")), sendMs);
    socket.write(text, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });
}
