/** How people subscribe to a page, confirm it and leave. It costs the database something, so that each request is counted. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kernel/problem.ts";
import { fieldsOf } from "./forms.ts";
import { nothingHere, type Reading, type ServedSubscriber, type StatusPageOptions } from "./reading.ts";
import { sendDoor } from "./sending.ts";

interface SubscriptionParams {
  readonly slug?: string;
  readonly id: string;
  readonly code: string;
}

export function subscriberRoutes({ visits, clients }: StatusPageOptions, reading: Reading) {
  const { pageOf, linkFor, isAdmitted, refuse } = reading;

  async function showForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    clients.count(request);
    const page = await pageOf(request);
    if (page === undefined) throw nothingHere();
    if (!isAdmitted(page, request)) return refuse(page, "subscribe", request, reply);
    return sendDoor(reply, page.subscribeForm(linkFor(page, request), null), 200);
  }

  async function subscribe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    clients.count(request);
    const page = await pageOf(request);
    if (page === undefined) throw nothingHere();
    if (!isAdmitted(page, request)) return refuse(page, "subscribe", request, reply);
    const fields = fieldsOf(request);
    const link = linkFor(page, request);
    try {
      const wrong = await page.subscribe({
        email: (fields.get("email") ?? "").trim(),
        webhook: (fields.get("webhook") ?? "").trim(),
        componentIds: [...fields.getAll("component"), ...fields.getAll("component_ids")],
        address: clients.addressOf(request),
      });
      if (wrong !== null) return sendDoor(reply, page.subscribeForm(link, wrong), 422);
      const note = "Look for our message there, and confirm it. Without that nothing is sent.";
      return sendDoor(reply, page.note(note, link("")), 202);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
      reply.header("retry-after", String(error.detail.retryAfterSeconds ?? 1));
      return sendDoor(reply, page.subscribeForm(link, error.message), 429);
    }
  }

  /** Found by the link alone: people leave a page that is off, or whose name is another's, too. */
  async function subscriberOf(request: FastifyRequest): Promise<ServedSubscriber> {
    clients.count(request);
    const { id, code, slug } = request.params as SubscriptionParams;
    const subscriber = await visits.subscriber(id, code, slug);
    if (subscriber === undefined) throw nothingHere();
    return subscriber;
  }

  async function showQuestion(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { question } = await subscriberOf(request);
    return sendDoor(reply, question(request.originalUrl.split("?")[0] ?? ""), 200);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const subscriber = await subscriberOf(request);
    const { page } = subscriber;
    const action = fieldsOf(request).get("action") === "confirm" ? "confirm" : "unsubscribe";
    const text = await subscriber.answer(action);
    const note = page === undefined ? visits.note(text) : page.note(text, linkFor(page, request)(""));
    return sendDoor(reply, note, 200);
  }

  return { showForm, subscribe, showQuestion, answer };
}
