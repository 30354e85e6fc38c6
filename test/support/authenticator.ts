/** An authenticator in software, as a browser has one: it makes passkeys (WebAuthn, ES256) and answers with them. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** The page in whose name it answers, and how often it says that it has. */
export interface Page {
  readonly origin: string;
  readonly count?: number;
}

const present = 0x01;
const withKey = 0x40;

export function createAuthenticator(rpId: string) {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
  const counter = (count: number) => Buffer.from(Uint32Array.of(count).buffer).swap32();
  const head = (flags: number, count: number) =>
    Buffer.concat([sha256(rpId), Buffer.of(flags), counter(count)]);
  const said = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Readonly<Record<string, unknown>>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    /** What `navigator.credentials.create` answers. */
    create(challenge: string, { origin, count = 0 }: Page) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytesOf(x)],
          [-3, bytesOf(y)],
        ]),
      );
      const length = Buffer.of(0, id.length);
      const authData = Buffer.concat([head(present | withKey, count), Buffer.alloc(16), length, id, key]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: said("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** What `navigator.credentials.get` answers. */
    get(challenge: string, { origin, count = 0 }: Page) {
      const authenticatorData = head(present, count);
      const clientDataJSON = said("webauthn.get", challenge, origin);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      return answer({
        authenticatorData: authenticatorData.toString("base64url"),
        clientDataJSON: clientDataJSON.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
      });
    },
  };
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}

/** As much of CBOR (RFC 8949) as is needed here. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string")
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map((part) => cbor(part))]);
  throw new Error(`no CBOR for ${String(value)}`);
}

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.of((type << 5) | length);
  return length < 256
    ? Buffer.of((type << 5) | 24, length)
    : Buffer.of((type << 5) | 25, length >> 8, length & 0xff);
}
