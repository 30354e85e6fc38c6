/** Certificates in every state that a monitor distinguishes, made with openssl. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const days = { ca: 400, valid: 100, expiring: 5, expired: -1, wrong: 100, selfSigned: 100 } as const;

/** Writes them below `folder`; `caFile` is what a client has to trust. All are for localhost but the wrong one. */
export function makeCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const selfSign = (name: string, count: number, subject: string, more: readonly string[] = []) =>
    openssl(
      ...["req", "-x509", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.pem`],
      ...["-days", String(count), "-subj", subject, ...more],
    );
  const read = (name: string): KeyPair => ({
    key: readFileSync(join(folder, `${name}.key`), "utf8"),
    cert: readFileSync(join(folder, `${name}.pem`), "utf8"),
  });
  selfSign("ca", days.ca, "/CN=Test CA");
  const signed = (name: "valid" | "expiring" | "expired" | "wrong", host = "localhost") => {
    openssl("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=DNS:${host},DNS:${name}.example.com\n`);
    openssl(
      ...["x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, "-extfile", `${name}.ext`],
      ...["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days[name])],
    );
    return read(name);
  };
  selfSign("selfSigned", days.selfSigned, "/CN=localhost", ["-addext", "subjectAltName=DNS:localhost"]);
  return {
    caFile: join(folder, "ca.pem"),
    valid: signed("valid"),
    expiring: signed("expiring"),
    expired: signed("expired"),
    wrong: signed("wrong", "other.example.com"),
    selfSigned: read("selfSigned"),
  };
}
