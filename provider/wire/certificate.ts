/**
 * The certificate a provider shows to Terraform: made at every start, known to nobody but the Terraform that
 * started it. Node makes keys and signatures but no certificates, hence a template, whose key and signature are
 * replaced.
 */
import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";

export interface Certificate {
  readonly der: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/**
 * For `localhost`, whose name Terraform checks, and an authority, because it signs itself; good from 2020 to 9999, as
 * nobody can use it once the process is gone. `openssl ca -selfsign` made it; nobody has its key any more.
 */
const template = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBeTCCAR6gAwIBAgIBATAKBggqhkjOPQQDAjAnMSUwIwYDVQQDDBxvcmdjb25m
aWcgVGVycmFmb3JtIHByb3ZpZGVyMCAXDTIwMDEwMTAwMDAwMFoYDzk5OTkxMjMx
MjM1OTU5WjAnMSUwIwYDVQQDDBxvcmdjb25maWcgVGVycmFmb3JtIHByb3ZpZGVy
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELbwz1yjT2jnmFfM5SS5vuwIgjGy6
dkwm3kzeASCuBw3CJxocAq+UqhlbroMF7RdBFwZa/XdFQDMsdBOa3rYdJqM5MDcw
DwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAoQwFAYDVR0RBA0wC4IJbG9j
YWxob3N0MAoGCCqGSM49BAMCA0kAMEYCIQD4qXwnJ14aLpAQMVqdbRyYyQRPc033
y+kjjqlpDcHDZgIhALLm0g3WpwkBfMDja4cp/sqviSOA1niKf+K0q10mejRn
-----END CERTIFICATE-----`);

/** How long the heads of the whole and of what is signed are: a tag, and a length of two bytes. */
const HEAD_BYTES = 4;
/** Names ECDSA with SHA-256, and stands between what is signed and the signature. */
const ALGORITHM_BYTES = 12;

/** Makes a key (EC P-256, the fastest) and a certificate for `localhost` signed with it. */
export function selfSignedCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signedEnd = 2 * HEAD_BYTES + template.raw.readUInt16BE(HEAD_BYTES + 2);
  const unsigned = Buffer.from(template.raw.subarray(HEAD_BYTES, signedEnd + ALGORITHM_BYTES));
  spki(publicKey).copy(unsigned, unsigned.indexOf(spki(template.publicKey)));
  const signature = sign("sha256", unsigned.subarray(0, -ALGORITHM_BYTES), privateKey);
  // A string of bits, of which all of the last byte's count.
  const body = Buffer.concat([unsigned, Buffer.of(0x03, 1 + signature.length, 0), signature]);
  const der = Buffer.concat([Buffer.of(0x30, 0x82, body.length >> 8, body.length & 0xff), body]);
  return {
    der,
    // OpenSSL writes the PEM: one made by hand is wrong now and then, where its last line is a full one.
    certificatePem: new X509Certificate(der).toString(),
    privateKeyPem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}

const spki = (key: KeyObject): Buffer => key.export({ format: "der", type: "spki" });
