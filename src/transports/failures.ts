/** Why a request failed, in words without its URL, which may be a secret. */
import { SendFailure } from "./port.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut off",
  ENOTFOUND: "its host name does not resolve (DNS)",
  EAI_AGAIN: "its host name could not be looked up (DNS)",
  UND_ERR_CONNECT_TIMEOUT: "it did not take the connection in time",
  UND_ERR_HEADERS_TIMEOUT: "it did not answer in time",
  UND_ERR_BODY_TIMEOUT: "it did not finish its answer in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "its answer was too long",
  UND_ERR_SOCKET: "the connection was cut off",
  UND_ERR_INVALID_ARG:
    "a header would hold characters that no header can, such as a line break in a credential",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate was signed by an authority that is not known here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate was signed by an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "it does not send the certificate of the authority that signed its own",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; does its address begin with http:?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there; does its address begin with http:?",
  EPROTO: "no TLS connection could be agreed on",
};

/** With these nothing of a request went out. What else breaks may break after it was taken. */
const before =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG)$/;

/** The failure of a request of undici's, or of `fetch`, which has it as the cause. */
export function unreachable(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const { cause, code: own, name } = error as { cause?: unknown; code?: unknown; name?: unknown };
  const code = typeof own === "string" ? own : (cause as { code?: unknown } | undefined)?.code;
  const known = typeof code === "string" ? words[code] : undefined;
  const late = name === "TimeoutError" || name === "AbortError" ? "it did not answer in time" : undefined;
  const text = typeof code === "string" ? code : "";
  const isOfTls = /CERT|TLS|SSL/.test(text);
  const tls = isOfTls ? "its certificate is not good" : undefined;
  return new SendFailure("unreachable", known ?? late ?? tls ?? "no connection could be made", {
    maybeArrived: !isOfTls && !before.test(text),
  });
}
