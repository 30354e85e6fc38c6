/** Reads single values of the environment. Each names its variable where the value cannot be used. */
import ipaddr from "ipaddr.js";
import { BadServers, serversOf } from "./database/server-address.ts";
import { BadEnvironment, type Environment } from "./secret-files.ts";

/** Reads every value, so that all that cannot be used are named at once. @throws BadEnvironment with a line for each */
export function readAll<T extends object>(readers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const bad: string[] = [];
  const read = Object.entries<() => unknown>(readers).map(([name, reader]) => {
    try {
      return [name, reader()];
    } catch (error) {
      if (!(error instanceof BadEnvironment)) throw error;
      bad.push(error.message);
      return [name, undefined];
    }
  });
  if (bad.length > 0) throw new BadEnvironment(bad.join("\n"));
  return Object.fromEntries(read) as T;
}

export function text(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

export function integer(env: Environment, name: string, start: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return start;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new BadEnvironment(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
  }
  return number;
}

export function onOff(env: Environment, name: string, start: boolean): boolean {
  const value = text(env, name);
  if (value === undefined) return start;
  if (value !== "on" && value !== "off")
    throw new BadEnvironment(`${name} must be on or off, not "${value}"`);
  return value === "on";
}

/** A text of a form. @param what what it has to be, after "must be" */
export function formed(env: Environment, name: string, form: RegExp, what: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !form.test(value)) throw new BadEnvironment(`${name} must be ${what}`);
  return value;
}

export function url(env: Environment, name: string, form: RegExp, what: string): string | undefined {
  const value = formed(env, name, form, what);
  if (value !== undefined && !URL.canParse(value)) throw new BadEnvironment(`${name} must be ${what}`);
  return value;
}

/**
 * Whether the database's library can read it: a user may go without a host, which stands in the query then.
 * @throws BadEnvironment where it names several servers in a way that cannot be used
 */
export function isServerAddress(value: string): boolean {
  const address = addressOfFirst(value).replace(/^([^/]+:\/\/[^/?#]*@)\//, "$1host/");
  if (!URL.canParse(address)) return false;
  // Where a % encodes nothing, the library takes every one as it stands.
  if (/ |%(?![0-9a-f]{2})/i.test(value)) return true;
  const { username, password, pathname } = new URL(address);
  try {
    decodeURIComponent(`${username}${password}${pathname}`);
    return true;
  } catch {
    return false;
  }
}

function addressOfFirst(value: string): string {
  try {
    return serversOf(value).url;
  } catch (error) {
    throw error instanceof BadServers ? new BadEnvironment(`DATABASE_URL: ${error.message}`) : error;
  }
}

export function list(env: Environment, name: string): string[] {
  return (text(env, name) ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function ranges(env: Environment, name: string): string[] {
  return list(env, name).map((item) => {
    if (ipaddr.isValidCIDR(item)) return item;
    if (ipaddr.isValid(item)) return `${item}/${ipaddr.parse(item).kind() === "ipv4" ? 32 : 128}`;
    throw new BadEnvironment(`${name} must be addresses or CIDR ranges; "${item}" is neither`);
  });
}

/** Origins of pages: a scheme, a host and a port, and no more; only a machine's own pages come without https. */
export function origins(env: Environment, name: string): string[] {
  return list(env, name).map((item) => {
    const page = URL.canParse(item) ? new URL(item) : undefined;
    const own = page !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(page.hostname);
    const safe = page?.protocol === "https:" || (own && page.protocol === "http:");
    const whole = page?.origin === item.toLowerCase() && !item.includes("*");
    if (page !== undefined && safe && whole) return page.origin;
    throw new BadEnvironment(
      `${name} must be origins such as https://app.example.com, without a path, each named: no *, and http only on localhost; "${item}" is not one of these`,
    );
  });
}

/** What looks like a range but is not would quietly allow nothing. */
export function hostsAndRanges(env: Environment, name: string): string[] {
  return list(env, name).map((item) => {
    const known = ipaddr.isValidCIDR(item) || ipaddr.isValid(item.replace(/^\[|\]$/g, ""));
    if (known || /^(?=.{1,253}$)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$/.test(item)) return item;
    throw new BadEnvironment(
      `${name} must be host names, addresses or CIDR ranges; "${item}" is not one of these`,
    );
  });
}

/** Where to listen. @throws BadEnvironment naming the variable */
export function hostAndPort(env: Environment, name: string): { host: string; port: number } | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const [, bracketed, plain, port] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new BadEnvironment(
    `${name} must be a host and a port, such as 127.0.0.1:8081 or [::1]:8081, not "${value}"`,
  );
}
