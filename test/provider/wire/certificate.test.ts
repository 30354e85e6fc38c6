import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../provider/wire/certificate.ts";
import { handshakeLine } from "../../../provider/wire/handshake.ts";
import { runs } from "../../support/property.ts";

const STARTS = runs(2_500, 150);

/** Signatures have 70 to 72 bytes, and now and then fewer: with each length that is common, all must be good. */
test(`${STARTS} certificates in a row are good`, () => {
  const lengths = new Set<number>();
  for (let start = 0; start < STARTS || lengths.size < 3; start += 1) {
    const { der, certificatePem, privateKeyPem } = selfSignedCertificate();
    lengths.add(der.length);

    const parsed = new X509Certificate(der);
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
    expect(parsed.checkHost("localhost")).toBe("localhost");

    // The PEM is what our side of TLS is given, the handshake what Terraform's side is given.
    expect(new X509Certificate(certificatePem).raw.equals(der)).toBe(true);
    createSecureContext({ cert: certificatePem, key: privateKeyPem });
    const base64 = handshakeLine("/s", der).trimEnd().split("|")[5] ?? "";
    expect(base64).not.toContain("=");
    expect(Buffer.from(base64, "base64").equals(der)).toBe(true);
  }
});

test("the certificate says what Go's TLS asks of it, and each has a key of its own", () => {
  const { der, privateKeyPem } = selfSignedCertificate();
  const { subject, issuer, subjectAltName, ca, validFrom, validTo, publicKey } = new X509Certificate(der);
  expect(subject).toBe(issuer);
  expect(subjectAltName).toBe("DNS:localhost");
  expect(ca).toBe(true);
  expect(publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  expect(Date.parse(validFrom)).toBeLessThan(Date.now() - 3_600_000);
  expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 86_400_000);
  expect(selfSignedCertificate().privateKeyPem).not.toBe(privateKeyPem);
});
