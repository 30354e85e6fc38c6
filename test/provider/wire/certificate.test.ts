import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../provider/wire/certificate.ts";
import { integer, objectIdentifier, time } from "../../../provider/wire/der.ts";
import { handshakeLine } from "../../../provider/wire/handshake.ts";
import { runs } from "../../support/property.ts";

const STARTS = runs(2_500, 150);

/** Bytes of DER in a full line of PEM. It is a multiple of 3, of which base64 makes whole groups. */
const LINE = 48;

/** Lengths of names: those of certificates differ by as much, and by chance in the length of a signature. */
const NAME_LENGTHS = 64;

test(`${STARTS} certificates in a row are good, among them all lengths of a last line`, () => {
  const lineRemainders = new Set<number>();
  for (let start = 0; start < STARTS || lineRemainders.size < LINE; start += 1) {
    const { der, certificatePem, privateKeyPem } = selfSignedCertificate(
      "n".repeat(1 + (start % NAME_LENGTHS)),
    );
    lineRemainders.add(der.length % LINE);

    const parsed = new X509Certificate(der);
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
    expect(parsed.checkHost("localhost")).toBe("localhost");
    // Go refuses a serial that is negative or not in its shortest form; OpenSSL shows both as they are.
    expect(parsed.serialNumber).toMatch(/^[0-9A-F]+$/);

    // The PEM is what our side of TLS is given, the handshake what Terraform's side is given.
    expect(new X509Certificate(certificatePem).raw.equals(der)).toBe(true);
    createSecureContext({ cert: certificatePem, key: privateKeyPem });
    const base64 = handshakeLine("/s", der).trimEnd().split("|")[5] ?? "";
    expect(base64).not.toContain("=");
    expect(Buffer.from(base64, "base64").equals(der)).toBe(true);
  }
});

test("the certificate says what Go's TLS asks of it", () => {
  const { der } = selfSignedCertificate();
  const { subject, issuer, subjectAltName, ca, validFrom, validTo, publicKey } = new X509Certificate(der);
  expect(subject).toBe(issuer);
  expect(subjectAltName).toBe("DNS:localhost");
  expect(ca).toBe(true);
  expect(publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  expect(Date.parse(validFrom)).toBeLessThan(Date.now() - 3_600_000);
  expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 86_400_000);
});

test("integers are in their shortest form and never negative", () => {
  const cases: [number[], number[]][] = [
    [[0], [2, 1, 0]],
    [
      [0, 0, 5],
      [2, 1, 5],
    ],
    [[0x7f], [2, 1, 0x7f]],
    [[0x80], [2, 2, 0, 0x80]],
    [
      [0, 0xff, 1],
      [2, 3, 0, 0xff, 1],
    ],
  ];
  for (const [bytes, der] of cases) expect([...integer(Buffer.from(bytes))]).toEqual(der);
});

test("identifiers and times", () => {
  expect(objectIdentifier("1.2.840.10045.4.3.2").toString("hex")).toBe("06082a8648ce3d040302");
  expect(time(new Date("2049-12-31T23:59:59Z")).toString("latin1")).toBe("\x17\x0d491231235959Z");
  expect(time(new Date("2050-01-01T00:00:00Z")).toString("latin1")).toBe("\x18\x0f20500101000000Z");
});
