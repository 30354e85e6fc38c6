/** What pages of the public are given of who asks for them: nobody has a credential there. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker } from "../engine/authenticator.ts";
import type { RequestWay } from "../engine/request-way.ts";

export interface PublicClients {
  /** The client's IP address; undefined once the connection is gone. */
  addressOf(request: Pick<FastifyRequest, "raw">): string | undefined;
  /** Who sends the request; its answer shows the limits that it is counted in. */
  askerOf(request: FastifyRequest): Asker;
  /** Whether the client came by https. */
  isSecure(request: FastifyRequest): boolean;
  /** Where the client reached the service, without a slash at the end. */
  siteOf(request: FastifyRequest): string;
  /** What proxies said of the request. */
  wayOf(request: Pick<FastifyRequest, "raw">): RequestWay;
  /** Counts a request before anything is done for it. @throws 429 when the address has used up its share */
  count(request: FastifyRequest): void;
  /** What the client's browser keeps for a page under this name. */
  markOf(request: FastifyRequest, name: string): string | undefined;
  /** Has the browser keep it. */
  keepMark(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    mark: { readonly value: string; readonly seconds: number },
  ): void;
}
