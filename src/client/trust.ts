/** Which authorities a service's certificate may be from. */
import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { rootCertificates } from "node:tls";

/** What names authorities: what is added for one program alone, or SSL_CERT_FILE. */
type Source = "added" | "file";

/** What is wrong with a source, and which: the sentence goes on after the source's name. */
export class TrustProblem extends Error {
  readonly source: Source;

  constructor(source: Source, message: string) {
    super(message);
    this.source = source;
  }
}

/**
 * The certificates of the authorities, each in PEM; undefined for those that come with Node. The variables
 * work as in OpenSSL and in Go: SSL_CERT_FILE replaces the usual bundle, the folders of SSL_CERT_DIR do not. What
 * NODE_EXTRA_CA_CERTS names, Node itself adds to those that come with it.
 * @param added trusted in addition to all others: PEM text, or the path of a file that holds some
 * @throws TrustProblem
 */
export function trustedAuthorities(
  added: string | undefined,
  {
    SSL_CERT_FILE: file,
    SSL_CERT_DIR: folders,
    NODE_EXTRA_CA_CERTS: extra,
  }: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  if (added === undefined && !file && !folders) return undefined;
  const bundle = file ? certificatesInFile(file) : rootCertificates;
  const further = (folders ?? "").split(delimiter).filter(Boolean).flatMap(certificatesInFolder);
  if (extra) further.push(...certificatesInReadable(extra));
  return [...new Set([...bundle, ...further, ...(added === undefined ? [] : addedAuthorities(added))])];
}

/** Whether it is PEM itself, and so no path. */
export function isPem(text: string): boolean {
  return text.includes("-----BEGIN") || text.includes("\n");
}

/** @throws TrustProblem where the text holds no certificate, or one that cannot be read */
export function checkPem(text: string): void {
  const certificates = certificatesIn(text);
  if (certificates.length === 0) throw new TrustProblem("added", "holds no certificate");
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw new TrustProblem("added", "holds a certificate that is damaged");
    }
  }
}

function addedAuthorities(added: string): readonly string[] {
  const text = isPem(added) ? added : readText("added", added);
  checkPem(text);
  return certificatesIn(text);
}

function certificatesInFile(path: string): readonly string[] {
  const certificates = certificatesIn(readText("file", path));
  if (certificates.length === 0) throw new TrustProblem("file", `names ${path}, which holds no certificate`);
  return certificates;
}

function readText(source: Source, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    throw new TrustProblem(source, `names the file ${path}, which cannot be read (${code})`);
  }
}

/** What is no certificate, or cannot be read, is passed over: such folders hold much else, and lists name folders of other systems. */
function certificatesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => certificatesInReadable(join(folder, name)));
  } catch {
    return [];
  }
}

function certificatesInReadable(path: string): readonly string[] {
  try {
    return certificatesIn(readFileSync(path, "latin1"));
  } catch {
    return [];
  }
}

function certificatesIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
