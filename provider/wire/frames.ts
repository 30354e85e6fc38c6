/** The frames of HTTP/2 (RFC 9113): what a connection is made of, as bytes. */

/** Section 6. */
export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

export const ACK = 0x1;
export const END_STREAM = 0x1;
export const END_HEADERS = 0x4;
const PADDED = 0x8;
const WITH_PRIORITY = 0x20;

/** Section 6.5.2. */
export const INITIAL_WINDOW_SIZE = 4;
export const MAX_FRAME_SIZE = 5;

/** What holds until settings say otherwise. */
export const DEFAULT_WINDOW = 65_535;
export const DEFAULT_FRAME_BYTES = 16_384;
export const LARGEST_WINDOW = 2 ** 31 - 1;

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const HEAD_BYTES = 9;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** Of the stream; 0 for the connection. */
  readonly stream: number;
  readonly payload: Buffer;
}

/** The other side broke the protocol, and the connection is of no more use. */
export class ProtocolError extends Error {}

/** The frame that begins the bytes, and how long it is; undefined where some of it is still to come. */
export function readFrame(bytes: Buffer): { readonly frame: Frame; readonly length: number } | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const length = HEAD_BYTES + bytes.readUIntBE(0, 3);
  if (length > HEAD_BYTES + DEFAULT_FRAME_BYTES) throw new ProtocolError("a frame is too large");
  if (bytes.length < length) return undefined;
  const frame = {
    type: bytes.readUInt8(3),
    flags: bytes.readUInt8(4),
    stream: bytes.readUInt32BE(5) & LARGEST_WINDOW,
    payload: bytes.subarray(HEAD_BYTES, length),
  };
  return { frame, length };
}

/** The bytes of one frame. */
export function frameOf(type: number, flags: number, stream: number, ...payload: readonly Buffer[]): Buffer {
  const length = payload.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + length);
  bytes.writeUIntBE(length, 0, 3);
  bytes.writeUInt8(type, 3);
  bytes.writeUInt8(flags, 4);
  bytes.writeUInt32BE(stream, 5);
  let at = HEAD_BYTES;
  for (const piece of payload) at += piece.copy(bytes, at);
  return bytes;
}

/** One setting, with which the others stay as they are. */
export function settingsFrame(id: number, value: number): Buffer {
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(id, 0);
  setting.writeUInt32BE(value, 2);
  return frameOf(SETTINGS, 0, 0, setting);
}

/** The settings in a frame. */
export function settingsIn({ payload }: Frame): (readonly [id: number, value: number])[] {
  const settings: [number, number][] = [];
  for (let at = 0; at < payload.length; at += 6) {
    if (at + 6 > payload.length) throw new ProtocolError("half a setting");
    settings.push([payload.readUInt16BE(at), payload.readUInt32BE(at + 2)]);
  }
  return settings;
}

/** Lets the other side send so many bytes more on the connection. */
export function windowUpdate(bytes: number): Buffer {
  return frameOf(WINDOW_UPDATE, 0, 0, uint32(bytes));
}

/** By how much the other side takes more. */
export function incrementIn({ payload }: Frame): number {
  const increment = payload.length === 4 ? payload.readUInt32BE(0) & LARGEST_WINDOW : 0;
  if (increment === 0) throw new ProtocolError("a window that does not grow");
  return increment;
}

/** Nothing after the stream is answered. The code says why: 0 for no error, 1 for a broken protocol. */
export function goAway(newestStream: number, code: 0 | 1): Buffer {
  return frameOf(GOAWAY, 0, 0, uint32(newestStream), uint32(code));
}

/** What DATA and HEADERS are about: without padding, and without the priority that nobody uses any more. */
export function contentOf({ type, flags, payload }: Frame): Buffer {
  const padded = (flags & PADDED) !== 0;
  const padding = padded ? (payload[0] ?? 0) : 0;
  const start = (padded ? 1 : 0) + (type === HEADERS && (flags & WITH_PRIORITY) !== 0 ? 5 : 0);
  if (start + padding > payload.length) throw new ProtocolError("more padding than frame");
  return payload.subarray(start, payload.length - padding);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
