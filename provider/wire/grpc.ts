/**
 * The gRPC server: the provider's RPCs, and the two that the process protocol below them asks for. Every one
 * of them is unary, and gRPC's form of that is little: a message with a head of five bytes in each direction,
 * and the outcome in the trailers. A library for all of gRPC took most of a plan's time.
 */
import { X509Certificate } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { createServer as createSecureServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";
import { wellFormed } from "./diagnostics.ts";
import { writeHeaders } from "./hpack.ts";
import { type Answer, type Handler, ServerConnection } from "./http2.ts";
import { decodeRequest, encodeResponse, type RpcName, type Rpcs, rpcNames, rpcPath } from "./messages.ts";

export interface ServerOptions {
  readonly socketPath: string;
  /** Both sides' certificates; without them the socket's directory is the only guard. */
  readonly tls?: { readonly own: Certificate; readonly client: string };
  /** Called when Terraform is done with the provider. */
  readonly onShutdown: () => void;
}

/** What answers the calls of one connection. */
export interface Served {
  readonly rpcs: Rpcs;
  /** Called when the connection is gone. */
  readonly onClose?: () => void;
}

export interface Listening {
  /** Takes no more calls, and resolves when those under way are answered. */
  close(): Promise<void>;
}

/** Answers RPCs on the socket from the moment the promise resolves; asks for each connection with what. */
export async function listen(
  served: () => Served,
  { socketPath, tls, onShutdown }: ServerOptions,
): Promise<Listening> {
  const connections = new Set<ServerConnection>();
  const connected = (socket: Socket) => {
    const { rpcs, onClose } = served();
    const calls = callsOf(rpcs, onShutdown);
    const connection = new ServerConnection(socket, (path, frame) => answerTo(calls, path, frame));
    connections.add(connection);
    socket.on("close", () => {
      connections.delete(connection);
      onClose?.();
    });
  };
  const server = tls === undefined ? createServer(connected) : mutualTls(tls.own, tls.client, connected);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(socketPath, resolve);
  });
  return {
    close: async () => {
      server.close();
      await Promise.all([...connections].map((connection) => connection.close()));
    },
  };
}

/**
 * The one client is known by its very certificate, so that no authority is asked: naming one would have Node
 * read all that it knows, which takes longer than a plan of some rows.
 */
function mutualTls(own: Certificate, client: string, connected: (socket: Socket) => void) {
  const { privateKeyPem: key, certificatePem: cert } = own;
  const expected = new X509Certificate(client).raw;
  const settings = { key, cert, ca: [], requestCert: true, rejectUnauthorized: false, ALPNProtocols: ["h2"] };
  return createSecureServer(settings, (socket: TLSSocket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(expected)) connected(socket);
    else socket.destroy();
  });
}

/** A message in, a message out. */
type Call = (message: Buffer) => Promise<Buffer>;
type Calls = ReadonlyMap<string, Call>;
type AnyRpc = (request: unknown) => Promise<object>;

/** A health check that says SERVING is the field 1 with the value 1. */
const SERVING = Buffer.of(0x08, 0x01);
const EMPTY = Buffer.alloc(0);

function callsOf(rpcs: Rpcs, onShutdown: () => void): Calls {
  return new Map([
    ...rpcNames.map((name): [string, Call] => [rpcPath(name), callOf(name, rpcs[name] as AnyRpc)]),
    ["/grpc.health.v1.Health/Check", async () => SERVING],
    // Without this one, Terraform waits two seconds and then kills the process.
    [
      "/plugin.GRPCController/Shutdown",
      async () => {
        setImmediate(onShutdown);
        return EMPTY;
      },
    ],
  ]);
}

function callOf(name: RpcName, rpc: AnyRpc): Call {
  return async (message) => encodeResponse(name, await rpc(decodeRequest(name, message)));
}

/** The statuses that are used here, by gRPC's numbers. */
const OK = 0;
const UNIMPLEMENTED = 12;
const INTERNAL = 13;

/** Never fails. */
async function answerTo(calls: Calls, path: string, frame: Buffer): ReturnType<Handler> {
  const call = calls.get(path);
  if (call === undefined) return refusal(UNIMPLEMENTED, `There is no ${path} here.`);
  const message = unframed(frame);
  if (message === undefined) return refusal(UNIMPLEMENTED, "Only one uncompressed message is read.");
  try {
    return { headers: head, body: framed(await call(message)), trailers: ok };
  } catch (error) {
    return refusal(INTERNAL, String(error));
  }
}

const HEAD_BYTES = 5;

/** One byte that says whether the message is compressed, four for its length, and the message. */
function framed(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  frame.writeUInt8(0);
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, HEAD_BYTES);
  return frame;
}

/** Undefined for what nobody asked a client to send: compressed, cut off, or more than one message. */
function unframed(frame: Buffer): Buffer | undefined {
  const whole = frame.length >= HEAD_BYTES && frame.length === HEAD_BYTES + frame.readUInt32BE(1);
  return whole && frame[0] === 0 ? frame.subarray(HEAD_BYTES) : undefined;
}

const headers = [
  [":status", "200"],
  ["content-type", "application/grpc+proto"],
] as const;
const head = writeHeaders(headers);
const ok = writeHeaders([["grpc-status", String(OK)]]);

/** An outcome without a message: its trailers are all there is. */
function refusal(status: number, why: string): Pick<Answer, "headers"> {
  const outcome = [
    ["grpc-status", String(status)],
    ["grpc-message", encodeURIComponent(wellFormed(why))],
  ] as const;
  return { headers: writeHeaders([...headers, ...outcome]) };
}
