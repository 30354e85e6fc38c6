/**
 * The gRPC server: the provider's RPCs, and the two that the process protocol below them asks for. Every one
 * of them is unary, and gRPC's form of that is little: a message with a head of five bytes in each direction,
 * and the outcome in the trailers. A library for all of gRPC took most of a plan's time.
 */
import { X509Certificate } from "node:crypto";
import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";
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

/** Terraform may send as much as it likes: with Node's 10 MB for a connection, large rows would be refused. */
const settings = { maxSessionMemory: Number.MAX_SAFE_INTEGER };

/** Answers RPCs on the socket from the moment the promise resolves; asks for each connection with what. */
export async function listen(
  served: () => Served,
  { socketPath, tls, onShutdown }: ServerOptions,
): Promise<Listening> {
  const sessions = new Set<ServerHttp2Session>();
  const server = tls === undefined ? createServer(settings) : mutualTls(tls.own);
  const client = tls && new X509Certificate(tls.client).raw;
  server.on("session", (session) => {
    if (client && !(session.socket as TLSSocket).getPeerX509Certificate()?.raw.equals(client)) {
      return session.destroy();
    }
    const { rpcs, onClose } = served();
    const calls = callsOf(rpcs, onShutdown);
    sessions.add(session);
    session.on("stream", (stream, headers) => takeCall(calls, stream, headers));
    session.on("close", () => {
      sessions.delete(session);
      onClose?.();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(socketPath, resolve);
  });
  return {
    close: async () => {
      server.close();
      // One that fails meanwhile is closed too, for which `once` of node:events would throw.
      const closed = [...sessions].map((session) => new Promise((resolve) => session.on("close", resolve)));
      for (const session of sessions) session.close();
      await Promise.all(closed);
    },
  };
}

/**
 * The one client is known by its very certificate, so that no authority is asked: naming one would have Node
 * read all that it knows, which takes longer than a plan of some rows.
 */
function mutualTls({ privateKeyPem: key, certificatePem: cert }: Certificate) {
  return createSecureServer({
    ...settings,
    key,
    cert,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
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

function takeCall(
  calls: Calls,
  stream: ServerHttp2Stream,
  { ":path": path = "" }: IncomingHttpHeaders,
): void {
  const pieces: Buffer[] = [];
  // A Terraform that gave up, or is gone, has no use for an answer.
  stream.on("error", () => {});
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  stream.on("end", () => {
    if (!stream.aborted) void answer(calls.get(path), path, Buffer.concat(pieces), stream);
  });
}

/** Never fails. */
async function answer(
  call: Call | undefined,
  path: string,
  frame: Buffer,
  stream: ServerHttp2Stream,
): Promise<void> {
  if (call === undefined) return refuse(stream, UNIMPLEMENTED, `There is no ${path} here.`);
  const message = unframed(frame);
  if (message === undefined) return refuse(stream, UNIMPLEMENTED, "Only one uncompressed message is read.");
  try {
    const answered = framed(await call(message));
    if (stream.destroyed) return;
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": String(OK) }));
    stream.respond(headers, { waitForTrailers: true });
    stream.end(answered);
  } catch (error) {
    refuse(stream, INTERNAL, String(error));
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

const headers = { ":status": 200, "content-type": "application/grpc+proto" };

/** An outcome without a message: its trailers are all there is. */
function refuse(stream: ServerHttp2Stream, status: number, why: string): void {
  if (stream.destroyed) return;
  const outcome = { "grpc-status": String(status), "grpc-message": encodeURIComponent(why.toWellFormed()) };
  stream.respond({ ...headers, ...outcome }, { endStream: true });
}
