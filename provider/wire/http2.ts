/**
 * One connection of HTTP/2 (RFC 9113): the server's side, and no more of it than gRPC's unary calls take. A
 * request is handed on when all of it is there, and an answer is written at once. Node's own makes two streams
 * of every call, which took a third of the processor time of a provider with a thousand rows.
 */
import type { Duplex } from "node:stream";
import {
  ACK,
  CONTINUATION,
  contentOf,
  DATA,
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW,
  END_HEADERS,
  END_STREAM,
  type Frame,
  frameOf,
  goAway,
  HEADERS,
  INITIAL_WINDOW_SIZE,
  incrementIn,
  LARGEST_WINDOW,
  MAX_FRAME_SIZE,
  PING,
  PREFACE,
  ProtocolError,
  RST_STREAM,
  readFrame,
  SETTINGS,
  settingsFrame,
  settingsIn,
  WINDOW_UPDATE,
  windowUpdate,
} from "./frames.ts";
import { HeaderReader } from "./hpack.ts";

/** An answer that is more than its headers; all headers as `writeHeaders` makes them. */
export interface Answer {
  readonly headers: Buffer;
  readonly body: Buffer;
  readonly trailers: Buffer;
}

/** Answers a request. Never fails: what goes wrong is an answer too. */
export type Handler = (path: string, body: Buffer) => Promise<Answer | Pick<Answer, "headers">>;

interface Stream {
  readonly id: number;
  readonly path: string;
  readonly body: Buffer[];
  /** All of the request is there. */
  ended: boolean;
  /** How many bytes the other side takes on this stream, next to what it takes on every one. */
  credit: number;
}

/** What of an answer waits until the other side takes more. */
interface Unsent {
  readonly stream: Stream;
  readonly trailers: Buffer;
  body: Buffer;
}

/** Far below the seconds after which anybody takes silence for the end of a connection. */
const pingRest_ms = 100;
const NO_BYTES = Buffer.alloc(0);

export class ServerConnection {
  readonly #socket: Duplex;
  readonly #handler: Handler;
  readonly #headers = new HeaderReader();
  readonly #streams = new Map<number, Stream>();
  #newestStream = 0;
  #greeted = false;
  /** The beginning of a frame. */
  #unread: Buffer = NO_BYTES;
  /** A header block of which more is to come: the frame that began it, and its pieces. */
  #begun: { readonly first: Frame; readonly pieces: readonly Buffer[] } | undefined;
  #received = 0;
  /** What the other side takes: in a frame, on a stream to begin with, and on all of them together. */
  #frameBytes = DEFAULT_FRAME_BYTES;
  #streamWindow = DEFAULT_WINDOW;
  #window = DEFAULT_WINDOW;
  readonly #unsent: Unsent[] = [];
  #frames: Buffer[] = [];
  #closed: (() => void) | undefined;

  /** Speaks HTTP/2 on a socket whose other end knows that it will. */
  constructor(socket: Duplex, handler: Handler) {
    this.#socket = socket;
    this.#handler = handler;
    // It is Terraform that sends, and it may send as much as it likes.
    this.#send(
      settingsFrame(INITIAL_WINDOW_SIZE, LARGEST_WINDOW),
      windowUpdate(LARGEST_WINDOW - DEFAULT_WINDOW),
    );
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    // A Terraform that is gone has no use for an answer.
    socket.on("error", () => {});
    socket.on("close", () => this.#closed?.());
  }

  /** Takes no more requests; resolves when those under way are answered. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve();
      this.#closed = resolve;
      this.#send(goAway(this.#newestStream, 0));
      this.#endWhenIdle();
    });
  }

  #endWhenIdle(): void {
    if (this.#closed === undefined || this.#streams.size > 0) return;
    this.#flush();
    this.#socket.end(this.#closed);
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    try {
      if (!this.#greeted) this.#greet();
      if (this.#greeted) this.#readFrames();
    } catch {
      this.#send(goAway(this.#newestStream, 1));
      this.#flush();
      this.#socket.destroy();
    }
  }

  #greet(): void {
    const start = this.#unread.subarray(0, PREFACE.length);
    if (!start.equals(PREFACE.subarray(0, start.length))) throw new ProtocolError("this is no HTTP/2");
    if (start.length < PREFACE.length) return;
    this.#greeted = true;
    this.#unread = this.#unread.subarray(PREFACE.length);
  }

  #readFrames(): void {
    let bytes = this.#unread;
    for (let next = readFrame(bytes); next !== undefined; next = readFrame(bytes)) {
      this.#take(next.frame);
      bytes = bytes.subarray(next.length);
    }
    this.#unread = bytes;
  }

  #take(frame: Frame): void {
    const { type, flags, stream, payload } = frame;
    if ((type === CONTINUATION) !== (this.#begun !== undefined)) {
      throw new ProtocolError("a header block has to be in one piece");
    }
    if (type === HEADERS) {
      this.#takeHeaders({ first: frame, pieces: [contentOf(frame)] }, flags);
    } else if (this.#begun !== undefined) {
      const { first, pieces } = this.#begun;
      this.#takeHeaders({ first, pieces: [...pieces, payload] }, flags);
    } else if (type === DATA) {
      this.#takeData(frame);
    } else if (type === SETTINGS) {
      this.#takeSettings(frame);
    } else if (type === WINDOW_UPDATE) {
      this.#takeIncrement(frame);
    } else if (type === PING && (flags & ACK) === 0) {
      this.#answerPing(payload);
    } else if (type === RST_STREAM) {
      this.#streams.delete(stream);
      this.#endWhenIdle();
    }
    // The rest needs no answer: after GOAWAY the other side closes the socket soon, PRIORITY is advice that nobody
    // here follows, and frames of unknown types are ignored (RFC 9113 §4.1).
  }

  #takeHeaders(block: { readonly first: Frame; readonly pieces: readonly Buffer[] }, flags: number): void {
    const whole = (flags & END_HEADERS) !== 0;
    this.#begun = whole ? undefined : block;
    if (!whole) return;
    // Also where nobody asks for them: later headers may refer to these.
    const headers = this.#headers.read(Buffer.concat(block.pieces));
    const { stream: id, flags: firstFlags } = block.first;
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      if (id <= this.#newestStream || this.#closed !== undefined) return;
      this.#newestStream = id;
      const path = headers.find(([name]) => name === ":path")?.[1] ?? "";
      stream = { id, path, body: [], ended: false, credit: 0 };
      this.#streams.set(id, stream);
    }
    if ((firstFlags & END_STREAM) !== 0) this.#answer(stream);
  }

  #takeData(frame: Frame): void {
    this.#received += frame.payload.length;
    if (this.#received > LARGEST_WINDOW / 2) {
      this.#send(windowUpdate(this.#received));
      this.#received = 0;
    }
    const stream = this.#streams.get(frame.stream);
    // One that was given up may still have data on the way.
    if (stream === undefined) return;
    stream.body.push(contentOf(frame));
    if ((frame.flags & END_STREAM) !== 0) this.#answer(stream);
  }

  #takeSettings(frame: Frame): void {
    if ((frame.flags & ACK) !== 0) return;
    for (const [id, value] of settingsIn(frame)) {
      if (id === INITIAL_WINDOW_SIZE) this.#streamWindow = value;
      if (id === MAX_FRAME_SIZE) this.#frameBytes = value;
    }
    this.#send(frameOf(SETTINGS, ACK, 0));
    this.#sendMore();
  }

  #takeIncrement(frame: Frame): void {
    const increment = incrementIn(frame);
    if (frame.stream === 0) this.#window += increment;
    const stream = this.#streams.get(frame.stream);
    if (stream !== undefined) stream.credit += increment;
    this.#sendMore();
  }

  /**
   * Terraform's gRPC measures the connection: after every answer it sends a ping, unless one is still out. An
   * answer that takes its time saves both sides most of these pings, and the reads and writes that they take.
   */
  #answerPing(payload: Buffer): void {
    setTimeout(() => this.#send(frameOf(PING, ACK, 0, payload)), pingRest_ms).unref();
  }

  #answer(stream: Stream): void {
    if (stream.ended) throw new ProtocolError("a request ends once");
    stream.ended = true;
    const [first = NO_BYTES, ...others] = stream.body;
    const body = others.length === 0 ? first : Buffer.concat([first, ...others]);
    void this.#handler(stream.path, body).then((answer) => {
      if (!this.#streams.has(stream.id)) return;
      if (!("body" in answer)) {
        this.#send(frameOf(HEADERS, END_HEADERS | END_STREAM, stream.id, answer.headers));
        return this.#done(stream);
      }
      this.#send(frameOf(HEADERS, END_HEADERS, stream.id, answer.headers));
      this.#unsent.push({ stream, body: answer.body, trailers: answer.trailers });
      this.#sendMore();
    });
  }

  /** Sends as much of the answers as the other side takes: the window is spent on the oldest first. */
  #sendMore(): void {
    for (const unsent of [...this.#unsent]) {
      const { stream, trailers } = unsent;
      while (unsent.body.length > 0) {
        const room = Math.min(this.#frameBytes, this.#window, this.#streamWindow + stream.credit);
        if (room <= 0) break;
        const piece = unsent.body.subarray(0, room);
        this.#send(frameOf(DATA, 0, stream.id, piece));
        this.#window -= piece.length;
        stream.credit -= piece.length;
        unsent.body = unsent.body.subarray(piece.length);
      }
      const given = !this.#streams.has(stream.id);
      if (!given && unsent.body.length > 0) continue;
      this.#unsent.splice(this.#unsent.indexOf(unsent), 1);
      if (given) continue;
      this.#send(frameOf(HEADERS, END_HEADERS | END_STREAM, stream.id, trailers));
      this.#done(stream);
    }
  }

  #done(stream: Stream): void {
    this.#streams.delete(stream.id);
    this.#endWhenIdle();
  }

  /** What a turn of the event loop has to say leaves in one piece: every write is a system call on both sides. */
  #send(...frames: readonly Buffer[]): void {
    if (this.#frames.length === 0) setImmediate(() => this.#flush());
    this.#frames.push(...frames);
  }

  #flush(): void {
    const frames = this.#frames;
    this.#frames = [];
    if (frames.length > 0 && this.#socket.writable) this.#socket.write(Buffer.concat(frames));
  }
}
