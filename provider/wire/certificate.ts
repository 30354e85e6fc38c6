/**
 * The certificate a provider shows to Terraform: made at every start, known to nobody but the Terraform that
 * started it. Node makes keys and signatures but no certificates, hence the DER by hand.
 */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import {
  bitString,
  element,
  explicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8String,
  yes,
} from "./der.ts";

export interface Certificate {
  readonly der: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const DAY_MS = 86_400_000;

/** Longer than any run; nobody can use the certificate once the process is gone. */
const VALID_DAYS = 365;

/** Makes a key (EC P-256, the fastest) and a certificate for `localhost` signed with it. */
export function selfSignedCertificate(commonName = "orgconfig Terraform provider"): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signed = certificateBody(commonName, publicKey.export({ format: "der", type: "spki" }));
  const der = sequence(signed, ecdsaWithSha256, bitString(sign("sha256", signed, privateKey)));
  return {
    der,
    // OpenSSL writes the PEM: one made by hand is wrong now and then, where its last line is a full one.
    certificatePem: new X509Certificate(der).toString(),
    privateKeyPem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

function certificateBody(commonName: string, publicKey: Buffer): Buffer {
  const name = sequence(setOf(sequence(objectIdentifier("2.5.4.3"), utf8String(commonName))));
  return sequence(
    explicit(0, integer(Buffer.of(2))), // version 3
    integer(randomBytes(16)),
    ecdsaWithSha256,
    name, // issuer
    // Begins yesterday, so that a clock set back a little does not matter.
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + VALID_DAYS * DAY_MS))),
    name, // subject
    publicKey,
    explicit(3, sequence(...extensions())),
  );
}

function extensions(): Buffer[] {
  return [
    // It signs itself, so it is a certificate authority.
    extension("2.5.29.19", sequence(yes()), "critical"),
    // digitalSignature and keyCertSign: bits 0 and 5 of a byte whose last two are unused.
    extension("2.5.29.15", bitString(Buffer.of(0b1000_0100), 2), "critical"),
    // Terraform checks the name, and in this extension alone.
    extension("2.5.29.17", sequence(element(0x82, Buffer.from("localhost")))),
  ];
}

function extension(id: string, value: Buffer, criticality?: "critical"): Buffer {
  return sequence(objectIdentifier(id), ...(criticality ? [yes()] : []), octetString(value));
}
