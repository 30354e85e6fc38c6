/**
 * The gRPC server: the provider's RPCs, and the two that the process protocol below them asks for. Every one
 * of them is unary, and gRPC's form of that is little: a message with a head of five bytes in each direction,
 * and the outcome in the trailers. A library for all of gRPC took most of a plan's time.
 */
import {
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Certificate } from "./certificate.ts";
import { wellFormed } from "./diagnostics.ts";
import { decodeRequest, encodeResponse, type RpcName, type Rpcs, rpcNames, rpcPath } from "./messages.ts";

export interface ServerOptions {
  readonly socketPath: string;
  /** Both sides' certificates; without them the socket's directory is the only guard. */
  readonly tls?: { readonly own: Certificate; readonly client: string };
  /** Called when Terraform is done with the provider. */
  readonly onShutdown: () => void;
}

export interface Listening {
  /** Takes no more calls, and resolves when those under way are answered. */
  close(): Promise<void>;
}

/** Answers RPCs on the socket from the moment the promise resolves. */
export async function listen(rpcs: Rpcs, { socketPath, tls, onShutdown }: ServerOptions): Promise<Listening> {
  const calls: Calls = new Map([
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
  const server = tls === undefined ? createServer(limits) : mutualTls(tls.own, tls.client);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) =>
    serve(calls, stream, String(headers[constants.HTTP2_HEADER_PATH])),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(socketPath, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.close();
      }),
  };
}

/** A state or a schema may be large; Node's own limit is 10 MB for all that is under way at once. */
const limits = { maxSessionMemory: 4_096 };

function mutualTls(own: Certificate, client: string): Http2Server {
  const { privateKeyPem: key, certificatePem: cert } = own;
  return createSecureServer({
    ...limits,
    key,
    cert,
    ca: client,
    requestCert: true,
    rejectUnauthorized: true,
  });
}

/** A message in, a message out. */
type Call = (message: Buffer) => Promise<Buffer>;
type Calls = ReadonlyMap<string, Call>;
type AnyRpc = (request: unknown) => Promise<object>;

/** A health check that says SERVING is the field 1 with the value 1. */
const SERVING = Buffer.of(0x08, 0x01);
const EMPTY = Buffer.alloc(0);

function callOf(name: RpcName, rpc: AnyRpc): Call {
  return async (message) => encodeResponse(name, await rpc(decodeRequest(name, message)));
}

/** The statuses that are used here, by gRPC's numbers. */
const OK = 0;
const UNIMPLEMENTED = 12;
const INTERNAL = 13;

function serve(calls: Calls, stream: ServerHttp2Stream, path: string): void {
  const pieces: Buffer[] = [];
  // A Terraform that gave up on a call has no use for its answer.
  stream.on("error", () => {});
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  stream.on("end", () => {
    const call = calls.get(path);
    if (call === undefined) return refuse(stream, UNIMPLEMENTED, `There is no ${path} here.`);
    const frame = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const message = unframed(frame);
    if (message === undefined) return refuse(stream, UNIMPLEMENTED, "Only one uncompressed message is read.");
    call(message).then(
      (answer) => respond(stream, answer),
      (error: unknown) => refuse(stream, INTERNAL, String(error)),
    );
  });
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

const head = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc+proto",
};

function respond(stream: ServerHttp2Stream, message: Buffer): void {
  if (stream.destroyed) return;
  stream.respond(head, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": OK }));
  stream.end(framed(message));
}

/** An outcome without a message: its trailers are all there is. */
function refuse(stream: ServerHttp2Stream, status: number, why: string): void {
  if (stream.destroyed) return;
  const outcome = { "grpc-status": status, "grpc-message": encodeURIComponent(wellFormed(why)) };
  stream.respond({ ...head, ...outcome }, { endStream: true });
}
