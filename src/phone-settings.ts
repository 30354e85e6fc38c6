/** The phone gateway that the operator names, by four variables of the environment. */
import { hostsAndRanges, text, url } from "./environment-values.ts";
import { BadEnvironment, type Environment } from "./secret-files.ts";
import { allowListOf } from "./transports/addresses.ts";
import type { PhoneGateway } from "./transports/phone.ts";

const prefix = "ORGCONFIG_PHONE_";
/** Each goes with the others; the address has a start value. */
const parts = {
  ACCOUNT: { form: /^[\w.-]{1,64}$/, what: "the gateway's name of the account, such as AC with 32 digits" },
  TOKEN: {
    form: /^[\x21-\x7e]{8,200}$/,
    what: "the account's token: 8 to 200 printable characters without spaces",
  },
  FROM: {
    form: /^\+[1-9]\d{6,14}$/,
    what: "the number that it comes from, as of E.164, such as +15551234567",
  },
} as const;

/** @returns undefined where none is named @throws BadEnvironment naming the variable */
export function phoneGateway(env: Environment): PhoneGateway | undefined {
  const root = gatewayUrl(env);
  const [account, token, from] = (["ACCOUNT", "TOKEN", "FROM"] as const).map((name) => {
    const value = text(env, prefix + name);
    if (value !== undefined && !parts[name].form.test(value))
      throw new BadEnvironment(`${prefix}${name} must be ${parts[name].what}`);
    return value;
  });
  if (account !== undefined && token !== undefined && from !== undefined)
    return { url: root ?? "https://api.twilio.com", account, token, from };
  const missing = Object.keys(parts).filter((name) => text(env, prefix + name) === undefined);
  if (missing.length === 3 && root === undefined) return undefined;
  const names = missing.map((name) => prefix + name).join(" and ");
  throw new BadEnvironment(`${names} must be set with the other variables of the phone gateway`);
}

/** The token does not cross a network in the clear, but to an address that the operator has allowed. */
function gatewayUrl(env: Environment): string | undefined {
  const name = `${prefix}URL`;
  const what =
    "the https address of a gateway, such as https://api.twilio.com, without user, query and fragment; with http only localhost, or what ORGCONFIG_OUTBOUND_ALLOW names";
  const value = url(env, name, /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i, what);
  if (value === undefined) return undefined;
  const { protocol, hostname } = new URL(value);
  const host = hostname.replace(/^\[|\]$/g, "");
  const allowed = allowListOf(hostsAndRanges(env, "ORGCONFIG_OUTBOUND_ALLOW"));
  const near = /^(localhost|127\.0\.0\.1|::1)$/.test(host);
  if (protocol !== "https:" && !near && !allowed.allowsHost(host) && !allowed.allowsAddress(host))
    throw new BadEnvironment(`${name} must be ${what}`);
  return value.replace(/\/+$/, "");
}
