/** Work to do after each answer, also after one that the framework gives before any hook runs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

const works = new WeakMap<FastifyInstance, AfterAnswer[]>();

export function onAnswered(server: FastifyInstance, work: AfterAnswer): void {
  works.set(server, [...(works.get(server) ?? []), work]);
  server.addHook("onResponse", (request, reply, done) => {
    work(request, reply);
    done();
  });
}

/** Of an answer that has no hooks, such as that to a path that can't be decoded. */
export function withoutHooks(server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("close", () => {
    for (const work of works.get(server) ?? []) work(request, reply);
  });
}
