/**
 * Several servers in one address, as libpq takes them: `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`,
 * or `?host=one,two&port=5432,5432`. A connection goes to the first of them that takes writes.
 */

export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

interface Servers {
  /** The address of the first, without what is for several. */
  readonly url: string;
  readonly places: readonly ServerPlace[];
}

/** The address names servers in a way that cannot be used; the message says why, without any part of it. */
export class BadServers extends Error {}

const usualPort = 5432;
const attribute = "target_session_attrs";
/** Every one of them is a server that takes writes: the service needs no other. */
const takesWrites = ["any", "read-write", "primary"];
const form = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/;

/** @throws BadServers */
export function serversOf(address: string): Servers {
  const [, start = "", authority = "", path = "", query = ""] = form.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(attribute);
  if (wanted !== null && !takesWrites.includes(wanted))
    throw new BadServers(
      `its ${attribute} must be read-write or primary: the service writes, and reads what it wrote`,
    );
  const hosts = (parameters.get("host") ?? authority).split(",");
  if (hosts.length === 1) {
    if (wanted === null) return { url: address, places: [] };
    parameters.delete(attribute);
    return { url: start + authority + path + queryOf(parameters), places: [] };
  }
  const ports = parameters.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new BadServers(
      `it names ${hosts.length} hosts and ${ports.length} ports: give one port for all, or one for each`,
    );
  const places = hosts.map((host, index) => placeOf(host, ports[index] ?? ports[0]));
  for (const name of [attribute, "host", "port"]) parameters.delete(name);
  const [first] = places as [ServerPlace];
  const isSocket = first.host.startsWith("/");
  if (isSocket) parameters.set("host", first.host);
  const shown = isSocket ? "" : `${first.host.includes(":") ? `[${first.host}]` : first.host}:${first.port}`;
  return { url: start + shown + path + queryOf(parameters), places };
}

function queryOf(parameters: URLSearchParams): string {
  return parameters.size === 0 ? "" : `?${parameters}`;
}

function placeOf(named: string, port: string | undefined): ServerPlace {
  const [, bracketed, plain, own] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(named) ?? [];
  const host = decodeURIComponent(bracketed ?? plain ?? "");
  const number = Number(own ?? port ?? usualPort);
  if (host === "" || !(number > 0 && number < 65_536))
    throw new BadServers(
      "each of its hosts must be a name or an address with an optional port, such as one:5432,two:5432",
    );
  return { host, port: number };
}
